import { inviteClientAdminEndpoint } from '@gatehouse/validation/endpoints/client'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { secretWindow, slowServer, tryToLeave } from '../../../test/slow-secret.ts'
import { InvitationModal } from './invitation-modal.tsx'

const ID = '00000000-0000-4000-8000-000000000001'

test('a link that invites an admin and is on its way is shown, whatever is pressed meanwhile', async () => {
  const server = slowServer(inviteClientAdminEndpoint, {
    url: 'https://gate.example/invitation?token=abc',
    expires_at: '2026-01-02T03:04:05.000Z',
  })
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <InvitationModal client={{ id: ID, name: 'Harbour' }} onClose={() => setOpen(false)} />
  }
  await renderPage({ Page })
  await expect.poll(server.isAsked).toBe(true)
  await tryToLeave(['Close', 'Done'])
  server.answer()
  await expect
    .element(secretWindow.getByLabelText('One-time link'))
    .toHaveValue('https://gate.example/invitation?token=abc')
})
