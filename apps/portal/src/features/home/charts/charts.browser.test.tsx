import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../../test/render-page.tsx'
import { HomeFigures } from '../home-figures.tsx'
import { Charts, FirstChart } from './charts.tsx'

const from = (month: number) => new Date(Date.UTC(2025, month, 1)).toISOString()
// From November to November.
const series = Array.from({ length: 13 }, (_, at) => ({
  from: from(10 + at),
  to: from(11 + at),
  visitors: at === 12 ? 1 : 0,
  staff: 0,
  previous: 0,
  previous_from: from(at - 2),
  previous_to: from(at - 1),
}))

const data: Dashboard = {
  as_of: '2026-11-28T10:00:00.000Z',
  time_zone: 'UTC',
  from: from(10),
  on_site: { visits: 0, people: 0, overdue: 0 },
  check_ins: { count: 1, previous: 0 },
  median_stay_minutes: null,
  refused: { banned: 0, high: 0, low: 0, failed_answer: 0 },
  trend: [],
  sites: [],
  devices: { total: 0, online: 0, offline: 0, low_pressure: 0 },
  pending_users: 0,
  series,
  busiest_hours: null,
  stays: [],
  by_site: [],
  by_role: [],
  by_method: [],
  has_more_sites: false,
}

const render = (changes: Partial<Dashboard> = {}, period: DashboardPeriod = 'year') => {
  const query = { period, site: undefined }
  const response = { query, data: { ...data, ...changes }, receivedAt: 0 }
  return renderPage({
    Page: () => (
      <>
        <HomeFigures
          response={response}
          canOpenList
          canOpenLog
          foot={<FirstChart response={response} canOpenLog />}
        />
        <Charts response={response} canOpenLog />
      </>
    ),
  })
}

test('a year says which of two months of one name is meant, and one check-in is one', async () => {
  await render()
  await expect.element(page.getByText(/^1 check-in, 0 in the previous period/)).toBeVisible()
  const names = () => [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent)
  await expect.poll(names).toContain('Nov 2025')
  expect(names()).not.toContain('Nov')
})

test('check-ins without a role have a bar, which leads nowhere', async () => {
  const role = { id: '00000000-0000-4000-8000-000000000001', name: 'Driver', check_ins: 2 }
  await render({ check_ins: { count: 5, previous: 0 }, by_role: [role] })
  await expect.element(page.getByText(/^Busiest: Driver/)).toBeVisible()
  const none = page.getByRole('listitem').filter({ hasText: 'No role' })
  await expect.element(none).toHaveTextContent('No role3')
  expect(none.getByRole('link').elements()).toEqual([])
})

test('devices are counted only where there are some', async () => {
  await render()
  await expect.element(page.getByText('Median stay')).toBeVisible()
  expect(page.getByText('Devices online').elements()).toEqual([])
})

test.each([1240, 760, 620, 500])('of five figures none stands alone in a row of %i pixels', async (width) => {
  await page.viewport(width, 900)
  await render()
  await expect.element(page.getByText('Median stay')).toBeVisible()
  const tops = [
    ...(page.getByText('Median stay').element().closest('div')?.parentElement?.children ?? []),
  ].map((figure) => Math.round(figure.getBoundingClientRect().top))
  expect(tops).toHaveLength(5)
  const inRow = Map.groupBy(tops, (top) => top)
  expect(Math.min(...[...inRow.values()].map(({ length }) => length))).toBeGreaterThan(1)
})

test('the names below the bars of a day are whole', async () => {
  await page.viewport(1024, 900)
  const hour = (at: number) => new Date(Date.UTC(2026, 10, 22, 13 + at)).toISOString()
  const hours = Array.from({ length: 25 }, (_, at) => ({ ...series[0]!, from: hour(at), to: hour(at + 1) }))
  await render({ series: hours }, 'day')
  const names = () => [...document.querySelectorAll('svg svg text')]
  await expect.poll(() => names().length).toBeGreaterThan(8)
  for (const name of names()) {
    const chart = name.closest('svg[aria-hidden]')?.getBoundingClientRect()
    expect(name.getBoundingClientRect().right, name.textContent).toBeLessThanOrEqual(chart?.right ?? 0)
  }
})

test('one is a person, and not people', async () => {
  await render({ on_site: { visits: 1, people: 1, overdue: 0 } })
  await expect.element(page.getByText('person, in 1 visit', { exact: true })).toBeVisible()
})

const point = (check_ins: number, people: number | null, median_stay_minutes: number | null) => ({
  check_ins,
  people,
  median_stay_minutes,
  overdue: null,
  refused: 0,
})

test('a figure has a line of its latest periods, whose range is a text', async () => {
  await render({ trend: [point(1200, 3, 95), point(12, null, null), point(40, 7, 59.5)] }, 'week')
  await expect.element(page.getByText('In the last 3 weeks: 12 to 1,200')).toBeInTheDocument()
  await expect.element(page.getByText('At this time in the last 3 weeks: 3 to 7')).toBeInTheDocument()
  await expect.element(page.getByText(/^In the last 3 weeks: 59\smin to 1\sh\s35\smin$/)).toBeInTheDocument()
  await expect.element(page.getByText('In the last 3 weeks: 0 to 0')).toBeInTheDocument()
  const linesOf = (label: string) =>
    page
      .getByText(label, { exact: true })
      .element()
      .closest('div')
      ?.querySelectorAll('svg[preserveAspectRatio] path').length
  expect(linesOf('Check-ins')).toBe(2)
  // No one counted it before.
  expect(linesOf('Overdue')).toBe(0)
})

test('of Today the earlier days are counted up to the same time', async () => {
  await render({ trend: [point(3, 1, null), point(1, 1, null)] }, 'today')
  await expect.element(page.getByText('By this time in the last 2 days: 1 to 3')).toBeInTheDocument()
})

test('one period has no line', async () => {
  await render({ trend: [point(3, 1, null)] })
  await expect.element(page.getByText('Median stay')).toBeVisible()
  expect(page.getByText(/last 1/).elements()).toEqual([])
})

test('the change fits into one line', async () => {
  await page.viewport(1134, 900)
  await render({ check_ins: { count: 193, previous: 146 } }, 'today')
  const change = page.getByText('+32% vs yesterday at this time')
  await expect.element(change).toBeVisible()
  expect(change.element().getClientRects()).toHaveLength(1)
})
