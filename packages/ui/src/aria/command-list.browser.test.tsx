import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../core/button.tsx'
import { CommandList } from './command-list.tsx'
import { Modal } from './modal.tsx'

function WindowAndSearch() {
  const [shown, setShown] = useState<'nothing' | 'window' | 'search'>('nothing')
  const [text, setText] = useState('')
  const close = () => setShown('nothing')
  return (
    <>
      <Button onClick={() => setShown('window')}>Open</Button>
      <Modal isOpen={shown === 'window'} onClose={close} title="Password">
        <Button onClick={() => setShown('search')}>Search instead</Button>
      </Modal>
      {shown === 'search' && (
        <CommandList
          label="Search"
          placeholder=""
          value={text}
          onChange={setText}
          groups={[
            { title: 'Pages', commands: [{ id: 'home', icon: null, name: 'Home', run: () => undefined }] },
          ]}
          status=""
          onClose={close}
        />
      )}
    </>
  )
}

const field = page.getByRole('combobox', { name: 'Search' })
const isFocused = () => document.activeElement === field.element()

test('the search keeps the focus while the window before it closes', async () => {
  // Dialogs of this page take a second to close, as on a slow computer.
  const slow = document.head.appendChild(document.createElement('style'))
  slow.textContent = '[data-exiting] { transition: opacity 1s !important; opacity: 0.1 !important }'
  await render(<WindowAndSearch />)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Search instead' }).click()
  await expect.element(field).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Password' })).not.toBeInTheDocument()
  await expect.poll(isFocused).toBe(true)
  await userEvent.keyboard('ho')
  await expect.element(field).toHaveValue('ho')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  slow.remove()
})

test('a press on a command that is not one leaves the focus in the field', async () => {
  await render(<WindowAndSearch />)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Search instead' }).click()
  await page.getByText('Pages').click()
  await expect.poll(isFocused).toBe(true)
})
