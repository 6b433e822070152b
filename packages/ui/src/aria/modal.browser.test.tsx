import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../core/button.tsx'
import { Field } from '../core/field.tsx'
import { TextInput } from '../core/text-input.tsx'
import { ConfirmModal, Modal, ModalBody, ModalFooter } from './modal.tsx'

function EditClient({ isDismissable }: { isDismissable?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button>Before</Button>
      <Button onClick={() => setOpen(true)}>Edit client</Button>
      <Modal isOpen={isOpen} onClose={close} title="Client" isDismissable={isDismissable}>
        <ModalBody>
          <Field label="Name">
            <TextInput />
          </Field>
        </ModalBody>
        <ModalFooter>
          <Button onClick={close}>Cancel</Button>
        </ModalFooter>
      </Modal>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Edit client' })
const dialog = page.getByRole('dialog', { name: 'Client' })
const isFocusInside = () => dialog.element().contains(document.activeElement)

/** Opens the dialog with the keyboard. */
async function openByKey() {
  ;(opener.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
}

describe('a modal', () => {
  test('is named by its title and takes the focus', async () => {
    await render(<EditClient />)
    await opener.click()
    await expect.element(dialog).toBeVisible()
    await expect.poll(isFocusInside).toBe(true)
  })

  test('keeps Tab and Shift+Tab inside', async () => {
    await render(<EditClient />)
    await openByKey()
    await expect.poll(isFocusInside).toBe(true)
    for (const key of [
      '{Tab}',
      '{Tab}',
      '{Tab}',
      '{Tab}',
      '{Shift>}{Tab}{/Shift}',
      '{Shift>}{Tab}{/Shift}',
    ]) {
      await userEvent.keyboard(key)
      expect(isFocusInside()).toBe(true)
    }
  })

  test('leaves the page behind it out of reach', async () => {
    await render(<EditClient />)
    const button = opener.element() as HTMLElement
    await openByKey()
    await expect.poll(() => button.closest('[inert]')).not.toBeNull()
    await expect.poll(isFocusInside).toBe(true)
    button.focus()
    expect(isFocusInside()).toBe(true)
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cross', () => page.getByRole('button', { name: 'Close' }).click()],
    ['Cancel', () => page.getByRole('button', { name: 'Cancel' }).click()],
  ])('goes by %s and gives the focus back to its opener, each time', async (_name, close) => {
    await render(<EditClient />)
    for (let round = 0; round < 3; round += 1) {
      await openByKey()
      await expect.poll(isFocusInside).toBe(true)
      await close()
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(opener).toHaveFocus()
    }
  })

  test('with typing in it stays at a press beside it; one without goes', async () => {
    const { rerender } = await render(<EditClient />)
    await openByKey()
    await userEvent.click(document.body, { position: { x: 5, y: 5 } })
    await expect.element(dialog).toBeVisible()
    await rerender(<EditClient isDismissable />)
    await userEvent.click(document.body, { position: { x: 5, y: 5 } })
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

test('a question before an act is an alert dialog, and does nothing until it is confirmed', async () => {
  const [onClose, onConfirm] = [vi.fn(), vi.fn()]
  await render(
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      title="Disable 3 clients?"
      confirmLabel="Disable"
      cancelLabel="Keep"
    >
      Nobody signs in there then.
    </ConfirmModal>,
  )
  await expect.element(page.getByRole('alertdialog', { name: 'Disable 3 clients?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Disable' }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
})
