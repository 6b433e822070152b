import { resetUserPinEndpoint } from '@gatehouse/validation/endpoints/users'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { secretWindow, slowServer, tryToLeave } from '../../../test/slow-secret.ts'
import { PinModal } from './user-menu.tsx'

const ID = '00000000-0000-4000-8000-000000000001'

test('a PIN that is on its way is shown, whatever is pressed meanwhile', async () => {
  const server = slowServer(resetUserPinEndpoint, { pin: '12345678' })
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <PinModal id={ID} name="Ana" hasPin onClose={() => setOpen(false)} />
  }
  await renderPage({ Page })
  await page.getByRole('button', { name: 'Create a PIN' }).click()
  await expect.poll(server.isAsked).toBe(true)
  await tryToLeave(['Close', 'Cancel'])
  server.answer()
  await expect.element(secretWindow.getByText('1234 5678')).toBeVisible()
  await secretWindow.getByRole('button', { name: 'Done' }).click()
  await expect.element(secretWindow).not.toBeInTheDocument()
})
