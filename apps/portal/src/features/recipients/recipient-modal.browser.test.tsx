import {
  createRecipientEndpoint,
  listRecipientEventsEndpoint,
  listRecipientPeopleEndpoint,
  listRecipientsEndpoint,
  type Recipient,
  updateRecipientEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { notificationEventNames } from '@gatehouse/validation/notification-events'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { EditRecipientModal, NewRecipientModal } from './recipient-modal.tsx'

const recipient: Recipient = {
  id: '00000000-0000-4000-8000-000000000001',
  client_id: '00000000-0000-4000-8000-000000000002',
  client_name: 'Ridge',
  user_id: '00000000-0000-4000-8000-000000000003',
  name: 'Ana Silva',
  email: 'ana@example.org',
  mobile: null,
  mobile_masked: false,
  language: 'en-au',
  events: ['high', 'low'],
  channels: ['bell', 'mail'],
  channels_by_event: { high: ['bell', 'mail'], low: ['bell'] },
  all_sites: true,
  sites: [],
  quiet_from: null,
  quiet_until: null,
  repeat_minutes: 10,
  enabled: true,
  editable: true,
  last_delivered: null,
  last_failure: null,
  created_at: '2026-11-20T03:04:05.678Z',
  last_modified: '2026-11-20T03:04:05.678Z',
}

const labels: Partial<Record<string, string>> = { high: 'Temperature too high', low: 'Temperature too low' }

function serve() {
  const server = stubApi()
  server.on(listRecipientEventsEndpoint, () => ({
    channels: ['bell' as const, 'mail' as const],
    events: notificationEventNames.map((event) => ({
      event,
      label: labels[event] ?? event,
      level: 'info' as const,
      recipients: 0,
      sites_without: null,
    })),
  }))
  server.on(listRecipientPeopleEndpoint, () => ({
    items: [{ id: recipient.user_id, name: recipient.name }],
    has_more: false,
  }))
  server.on(listSiteOptionsEndpoint, () => ({ items: [], has_more: false }))
  server.on(listRecipientsEndpoint, () => ({ items: [recipient], total: 1 }))
  server.on(createRecipientEndpoint, () => recipient)
  server.on(updateRecipientEndpoint, () => recipient)
  return server
}
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

test('a new recipient needs an event, and gets it by the ticked channels', async () => {
  const server = serve()
  await renderPage({ Page: () => <NewRecipientModal onClose={() => {}} /> })
  await page.getByLabelText('Person', { exact: true }).selectOptions('Ana Silva')
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await expect.element(box('Temperature too high Email')).toHaveAttribute('aria-invalid', 'true')
  expect(page.getByRole('link', { name: /Choose|choose/ }).elements()).toHaveLength(1)
  await box('Temperature too high: all channels').click()
  await box('Temperature too low Email').click()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await expect.poll(() => server.requestsOf(createRecipientEndpoint).length).toBe(1)
  expect(server.requestsOf(createRecipientEndpoint)[0]?.body).toMatchObject({
    events: ['high', 'low'],
    channels: ['bell', 'mail'],
    channels_by_event: { high: ['bell', 'mail'], low: ['mail'] },
  })
})

test('an edited recipient has its pairs, and a change of one sends them', async () => {
  const server = serve()
  await renderPage({ Page: () => <EditRecipientModal recipient={recipient} onClose={() => {}} /> })
  await expect.element(box('Temperature too high Email')).toBeChecked()
  await expect.element(box('Temperature too low Email')).not.toBeChecked()
  await box('Temperature too low Email').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.requestsOf(updateRecipientEndpoint).length).toBe(1)
  expect(server.requestsOf(updateRecipientEndpoint)[0]?.body).toMatchObject({
    events: ['high', 'low'],
    channels: ['bell', 'mail'],
    channels_by_event: { high: ['bell', 'mail'], low: ['bell', 'mail'] },
  })
})

test('a channel that is no longer set up stays until it is unticked', async () => {
  const server = serve()
  const texted: Recipient = {
    ...recipient,
    channels: ['bell', 'mail', 'text'],
    channels_by_event: { high: ['mail', 'text'], low: ['text'] },
  }
  await renderPage({ Page: () => <EditRecipientModal recipient={texted} onClose={() => {}} /> })
  await expect.element(box('Temperature too low Text message')).toBeChecked()
  await box('Temperature too low Text message').click()
  await box('Temperature too low Email').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.requestsOf(updateRecipientEndpoint).length).toBe(1)
  expect(server.requestsOf(updateRecipientEndpoint)[0]?.body).toMatchObject({
    channels_by_event: { high: ['mail', 'text'], low: ['mail'] },
  })
})
