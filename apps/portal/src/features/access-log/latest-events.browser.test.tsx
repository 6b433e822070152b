import { listAccessLogEndpoint, type LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { LatestEvents } from './latest-events.tsx'

const at = '2026-04-04T16:30:20.000Z'
const entry = (place: number): LogEntry => ({
  id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  record_id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  at,
  time_zone: 'Australia/Sydney',
  site: 'Quay',
  site_id: '00000000-0000-7000-8000-000000000002',
  person: `Person ${place}`,
  mobile: null,
  mobile_masked: false,
  kind: 'visitor',
  role: null,
  method: null,
  event: 'in',
  result: 'ok',
  temperature: null,
  dependents: 0,
  stay_minutes: null,
  source: 'phone',
  signed_in_offline: false,
  by_other_phone: false,
  after_refusal: false,
  correction: null,
})

test('there are five, after what is shown while they load', async () => {
  const server = stubApi()
  const held = Promise.withResolvers<void>()
  server.on(listAccessLogEndpoint, async ({ query }) => {
    await held.promise
    return {
      items: Array.from({ length: Number(query['per_page']) }, (_, place) => entry(place)),
      next: null,
      previous: null,
      has_newer: false,
      from: at,
      to: at,
      first_day: '2026-04-04',
      last_day: '2026-04-04',
      time_zone: 'Australia/Sydney',
      as_of: at,
    }
  })
  await renderPage({ Page: () => <LatestEvents from={at} site={undefined} waiting="Waiting" /> })
  await expect.element(page.getByText('Waiting')).toBeVisible()
  held.resolve()
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent(/^Person 0.*In.*Quay.*am/)
  expect(page.getByRole('listitem').elements()).toHaveLength(5)
  expect(page.getByText('Waiting').elements()).toEqual([])
})
