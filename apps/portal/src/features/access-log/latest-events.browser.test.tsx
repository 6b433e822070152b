import { listAccessLogEndpoint, type LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { afterEach, expect, test } from 'vitest'
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

const { innerWidth, innerHeight } = window
afterEach(() => page.viewport(innerWidth, innerHeight))

/** @param height of the elements beside the events, in pixels */
async function render(height: number, width = 1440) {
  await page.viewport(width, 1000)
  const server = stubApi()
  server.on(listAccessLogEndpoint, ({ query }) => ({
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
  }))
  await renderPage({
    Page: () => (
      <div style={{ display: 'grid', gridTemplateColumns: width < 1200 ? '1fr' : '3fr 2fr' }}>
        <div data-testid="beside" style={{ height }} />
        <LatestEvents from={at} site={undefined} />
      </div>
    ),
  })
}
const rows = () => page.getByRole('listitem').elements()
const heightOf = (element: Element | null | undefined) => element?.getBoundingClientRect().height ?? 0

test.each([900, 2400])(
  'beside a column of %i px the card is as high, and its list scrolls',
  async (height) => {
    await render(height)
    await expect.poll(() => rows().length).toBe(20)
    const card = page.getByRole('heading', { name: 'Latest events' }).element().closest('section')
    expect(heightOf(card)).toBe(height)
    rows().at(-1)?.scrollIntoView({ block: 'nearest' })
    const bottom = rows().at(-1)?.getBoundingClientRect().bottom
    expect(bottom).toBeLessThanOrEqual(card?.getBoundingClientRect().bottom ?? 0)
  },
)

test('below the sites there are five', async () => {
  await render(900, 1024)
  await expect.poll(() => rows().length).toBe(5)
})
