import { rotateWebhookSecretEndpoint, type Webhook } from '@gatehouse/validation/endpoints/webhooks'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { slowServer, tryToLeave } from '../../../test/slow-secret.ts'
import { RotateQuestion } from './webhook-windows.tsx'

const ID = '00000000-0000-4000-8000-000000000001'

test('the new secret of a webhook that is on its way is handed on, whatever is pressed meanwhile', async () => {
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
