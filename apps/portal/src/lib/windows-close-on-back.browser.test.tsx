import { ConfirmModal, Modal } from '@gatehouse/ui/aria/modal'
import { FirstName } from '@gatehouse/validation/fields'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../test/render-page.tsx'
import { BulkQuestion } from './list/bulk-question.tsx'
import { FormModal } from './forms/form-modal.tsx'

/** A page whose drawer is in its URL, and whose other windows are not. */
function Windows({ search }: { search: { row?: unknown } }) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<string>()
  const [reason, setReason] = useState('')
  const close = () => setOpened(undefined)
  const window = { isOpen: true, onClose: close }
  return (
    <>
      {['window', 'drawer', 'confirm', 'form', 'bulk'].map((name) => (
        <button key={name} type="button" onClick={() => setOpened(name)}>
          Open {name}
        </button>
      ))}
      <button type="button" onClick={() => void navigate({ to: '/page', search: { row: 1 } } as never)}>
        Open row
      </button>
      {search.row !== undefined && (
        <Modal {...window} title="Row" onClose={() => history.back()} shape="drawer">
          <button type="button" onClick={() => setOpened('confirm')}>
            Delete row
          </button>
        </Modal>
      )}
      {(opened === 'window' || opened === 'drawer') && (
        <Modal {...window} title={opened} shape={opened}>
          Text
        </Modal>
      )}
      {opened === 'confirm' && (
        <ConfirmModal {...window} title="confirm" onConfirm={close} confirmLabel="Yes" cancelLabel="No">
          Sure?
        </ConfirmModal>
      )}
      {opened === 'form' && (
        <FormModal
          id="form"
          title="form"
          schema={v.object({ name: FirstName })}
          values={{ name: '' }}
          fields={[{ name: 'name', label: 'Name', autoComplete: 'off' }]}
          submitLabel="Save"
          submit={async () => {}}
          onClose={close}
        />
      )}
      {opened === 'bulk' && (
        <BulkQuestion
          action="bulk"
          text="For 2 people."
          isBusy={false}
          onClose={close}
          onConfirm={close}
          isDirty={reason !== ''}
        >
          <input aria-label="Name" value={reason} onChange={({ target }) => setReason(target.value)} />
        </BulkQuestion>
      )}
    </>
  )
}

/** The page that is opened from the start page, so that Back has somewhere to go. */
async function renderWindows() {
  const rendered = await renderPage({ Page: Windows, url: '/' })
  await rendered.go('/page')
  return rendered
}
/** The blocked step back was reverted. */
const staysOnPage = () => expect.poll(() => location.hash).toBe('#/page')
const open = (name: string) => page.getByRole('button', { name: `Open ${name}` }).click()
const shown = (name: string) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const question = page.getByRole('alertdialog', { name: 'Close without saving?' })

test.each(['window', 'drawer', 'confirm', 'form', 'bulk'])(
  'Back closes an open %s, and then leaves',
  async (name) => {
    const { back, url } = await renderWindows()
    await open(name)
    await expect.element(shown(name)).toBeVisible()
    back()
    await expect.element(shown(name)).not.toBeInTheDocument()
    expect(url()).toBe('/page')
    await staysOnPage()
    back()
    await expect.element(page.getByText('Start')).toBeVisible()
  },
)

test.each(['form', 'bulk'])('Back asks first where something was typed into a %s', async (name) => {
  const { back, url } = await renderWindows()
  await open(name)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana')
  back()
  await expect.element(question).toBeVisible()
  await staysOnPage()
  back()
  await expect.element(question).not.toBeInTheDocument()
  await staysOnPage()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana')
  back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(shown(name)).not.toBeInTheDocument()
  expect(url()).toBe('/page')
})

test('Back closes a window over one of the address first, and then that', async () => {
  const { back, url } = await renderWindows()
  await open('row')
  await page.getByRole('button', { name: 'Delete row' }).click()
  await expect.element(shown('confirm')).toBeVisible()
  back()
  await expect.element(shown('confirm')).not.toBeInTheDocument()
  expect(url()).toBe('/page?row=1')
  await expect.element(shown('Row')).toBeVisible()
  back()
  await expect.element(shown('Row')).not.toBeInTheDocument()
  expect(url()).toBe('/page')
})

test('the button of a window that its address names goes back once', async () => {
  const { url } = await renderWindows()
  await open('row')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(shown('Row')).not.toBeInTheDocument()
  expect(url()).toBe('/page')
})
