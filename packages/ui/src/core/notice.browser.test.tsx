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

test('with very large text on a small phone the title is below its icon, and no word of it breaks', async () => {
  const { container } = await render(
    <div style={{ width: 240, fontSize: 32, fontFamily: 'monospace' }}>
      <Notice kind="danger" title="Submission failed." />
    </div>,
  )
  const title = document.createTreeWalker(container, NodeFilter.SHOW_TEXT).nextNode()
  const word = document.createRange()
  word.setStart(title ?? container, 0)
  word.setEnd(title ?? container, 'Submission'.length)
  expect(new Set(Array.from(word.getClientRects(), ({ top }) => top)).size).toBe(1)
})
