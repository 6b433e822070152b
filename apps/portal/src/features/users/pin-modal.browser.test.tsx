import { inviteClientAdminEndpoint } from '@gatehouse/validation/endpoints/client'
import { resetUserPinEndpoint } from '@gatehouse/validation/endpoints/users'
import { rotateWebhookSecretEndpoint, type Webhook } from '@gatehouse/validation/endpoints/webhooks'
import type { EndpointDeclaration, EndpointResult } from '@gatehouse/validation/endpoint'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { InvitationModal } from '../clients/invitation-modal.tsx'
import { RotateQuestion } from '../webhooks/webhook-questions.tsx'
import { PinModal } from './pin-modal.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
// The window is the one with a title; messages are dialogs too.
const dialog = page
  .getByRole('dialog', { name: /PIN|Invite/ })
  .or(page.getByRole('alertdialog', { name: /secret/ }))

/** A server whose response waits until the test lets it go. */
function slowServer<E extends EndpointDeclaration>(endpoint: E, response: EndpointResult<E>) {
  const server = stubApi()
  let answer = () => {}
  const wait = new Promise<void>((resolve) => (answer = resolve))
  server.on(endpoint, async () => {
    await wait
    return response
  })
  return { answer: () => answer(), isAsked: () => server.requestsOf(endpoint).length > 0 }
}

/** Tries all ways out of the window that is open. */
async function tryToLeave(labels: readonly string[]) {
  await userEvent.keyboard('{Escape}')
  // What is disabled is pressed too.
  for (const name of labels) await dialog.getByRole('button', { name }).click({ force: true })
  await expect.element(dialog).toBeVisible()
}

test('a PIN that is on its way is shown, whatever is pressed meanwhile', async () => {
  const server = slowServer(resetUserPinEndpoint, { pin: '12345678' })
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <PinModal id={ID} name="Ana" hasPin onClose={() => setOpen(false)} />
  }
  await renderPage({ Page })
  await page.getByRole('button', { name: 'Make a PIN' }).click()
  await expect.poll(server.isAsked).toBe(true)
  await tryToLeave(['Close', 'Cancel'])
  server.answer()
  await expect.element(dialog.getByText('1234 5678')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('so is the link that invites an admin', async () => {
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
    .element(dialog.getByLabelText('One-time link'))
    .toHaveValue('https://gate.example/invitation?token=abc')
})

test('and the new secret of a webhook', async () => {
  const webhook: Webhook = {
    id: ID,
    url: 'https://receiver.example',
    events: [],
    enabled: true,
    failing_since: null,
    given_up_at: null,
    previous_secret_until: null,
    created_at: '2026-01-02T03:04:05.000Z',
    last_modified: '2026-01-02T03:04:05.000Z',
  }
  const server = slowServer(rotateWebhookSecretEndpoint, {
    ...webhook,
    secret: 'whsec_new',
  })
  const onRotated = vi.fn<(webhook: unknown) => void>()
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <RotateQuestion webhook={webhook} onRotated={onRotated} onClose={() => setOpen(false)} />
  }
  await renderPage({ Page })
  await page.getByRole('button', { name: 'Renew secret' }).click()
  await expect.poll(server.isAsked).toBe(true)
  await tryToLeave(['Close', 'Cancel'])
  server.answer()
  await expect.poll(() => onRotated.mock.calls.length).toBe(1)
})
