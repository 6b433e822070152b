import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'

test('a button sends a form only where it is told to', async () => {
  const onSubmit = vi.fn()
  await render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Button>Add a row</Button>
      <Button type="submit">Save</Button>
    </form>,
  )
  await page.getByRole('button', { name: 'Add a row' }).click()
  expect(onSubmit).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a busy button keeps its words and the focus, and swallows presses', async () => {
  const onClick = vi.fn()
  const { rerender } = await render(<Button onClick={onClick}>Log in</Button>)
  const button = page.getByRole('button', { name: 'Log in' })
  await button.click()
  await rerender(
    <Button busy onClick={onClick}>
      Log in
    </Button>,
  )
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  ;(button.element() as HTMLElement).click()
  expect(onClick).toHaveBeenCalledOnce()
})

test('a busy button sends no form', async () => {
  const onSubmit = vi.fn()
  await render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  ;(page.getByRole('button', { name: 'Save' }).element() as HTMLElement).click()
  expect(onSubmit).not.toHaveBeenCalled()
})
