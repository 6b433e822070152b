import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToastRegion } from './toast.tsx'
import { createToaster } from './toaster.ts'

/** A page with one button and its toasts; `success` closes automatically, the other kinds stay. */
async function renderPage() {
  const toaster = createToaster({ info: 0, success: 400, error: 0, warning: 0 })
  await render(
    <>
      <button type="button">Save</button>
      <ToastRegion toaster={toaster} label="Messages" closeLabel="Close" />
    </>,
  )
  return toaster.toast
}

const region = page.getByRole('region', { name: /Messages/ })
const message = (text: string) => page.getByRole('alertdialog').filter({ hasText: text })

describe('a toast', () => {
  test('is shown in a region of its own and does not take the focus', async () => {
    const toast = await renderPage()
    await page.getByRole('button', { name: 'Save' }).click()
    toast('success', 'Client saved.', { timeout: 0 })
    await expect.element(region.getByText('Client saved.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  })

  test('that waited for the region is shown by it', async () => {
    const toaster = createToaster({ info: 0, success: 0, error: 0, warning: 0 })
    toaster.toast('info', 'Early.')
    await render(<ToastRegion toaster={toaster} label="Messages" closeLabel="Close" />)
    await expect.element(page.getByText('Early.')).toBeVisible()
  })

  test('goes after the time of its kind; an error stays', async () => {
    const toast = await renderPage()
    toast('error', 'Could not save.')
    toast('success', 'Saved.')
    await expect.element(page.getByText('Saved.', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Saved.', { exact: true })).not.toBeInTheDocument()
    await expect.element(page.getByText('Could not save.')).toBeVisible()
  })

  test('waits while the pointer is on it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const toast = await renderPage()
    toast('success', 'Saved.')
    await page.getByText('Saved.').hover()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.element(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).hover()
    await vi.advanceTimersByTimeAsync(400)
    await expect.element(page.getByText('Saved.')).not.toBeInTheDocument()
  })

  test('is closed by its cross, and the focus goes back into the page', async () => {
    const toast = await renderPage()
    await page.getByRole('button', { name: 'Save' }).click()
    toast('error', 'Could not save.')
    await expect.element(page.getByText('Could not save.')).toBeVisible()
    await userEvent.keyboard('{F6}{Tab}')
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Could not save.')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  })

  test('does what its action says, once', async () => {
    const toast = await renderPage()
    const onPress = vi.fn()
    toast('info', '3 clients disabled.', { action: { label: 'Undo', onPress } })
    await message('3 clients disabled.').getByRole('button', { name: 'Undo' }).click()
    expect(onPress).toHaveBeenCalledOnce()
    await expect.element(page.getByText('3 clients disabled.')).not.toBeInTheDocument()
  })

  test('is taken away by who showed it', async () => {
    const toast = await renderPage()
    const dismiss = toast('warning', 'No connection.')
    await expect.element(page.getByText('No connection.')).toBeVisible()
    dismiss()
    await expect.element(page.getByText('No connection.')).not.toBeInTheDocument()
  })
})
