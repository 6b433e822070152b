import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Notice } from './notice.tsx'

test('a notice is read out only where it is asked to be', async () => {
  const { rerender } = await render(<Notice kind="good">Saved</Notice>)
  await expect.element(page.getByText('Saved')).toBeVisible()
  expect(page.getByRole('status').elements()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
  await rerender(
    <Notice kind="good" live="polite">
      Saved
    </Notice>,
  )
  await expect.element(page.getByRole('status')).toHaveTextContent('Saved')
  await rerender(
    <Notice kind="danger" live="assertive">
      Not saved
    </Notice>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved')
})
