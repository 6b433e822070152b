import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { muster, renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { tokens } from '../../../lib/api.ts'
import { PastMusters } from './past-musters.tsx'
import { ReportView } from './report-view.tsx'

const over: Muster = { ...muster, ended_at: '2026-11-20T23:50:00.000Z', safe: 0, missing: 1, total: 1 }
const listed = { ...over, client_name: 'Harbour Venues' }
const report = { muster: over, safe: 0, missing: 1, total: 1, people: [], wardens: [] }

beforeEach(() => tokens.set('a session'))
afterEach(() => {
  tokens.set(undefined)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Answers muster requests; `undefined` stands for a failing server. */
function serve(answer: (url: URL) => unknown) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const asked = input instanceof Request ? input.url : String(input)
    const body = answer(new URL(asked, location.href))
    return body === undefined ? new Response('{}', { status: 500 }) : Response.json(body)
  })
}

const failed = page.getByText('The report could not be loaded')
const showReport = () => renderBoardPart(<ReportView muster={over} version={1} canRead onBack={() => {}} />)

test('a report that could not be loaded is there with Retry', async () => {
  let isBack = false
  serve(() => (isBack ? report : undefined))
  await showReport()
  await expect.element(failed).toBeVisible()
  isBack = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('region', { name: 'Report' })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

test('a report that could not be loaded comes by itself', async () => {
  let isBack = false
  serve(() => (isBack ? report : undefined))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  await showReport()
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(10), failed.elements().length)).toBe(1)
  isBack = true
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await expect.element(page.getByRole('region', { name: 'Report' })).toBeVisible()
})

test('past musters beyond the first page are shown by a press', async () => {
  const all = Array.from({ length: 32 }, (_, at) => ({ ...listed, id: String(at), safe: at }))
  serve(({ searchParams }) => {
    const from = (Number(searchParams.get('page') ?? 1) - 1) * 30
    return { items: all.slice(from, from + 30), total: all.length }
  })
  await renderBoardPart(<PastMusters site={site} onShow={() => {}} onClose={() => {}} />)
  await expect.element(page.getByText(/^29 safe, /)).toBeVisible()
  expect(page.getByText(/^31 safe, /).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText(/^31 safe, /)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('past musters name the client to whom sees those of several', async () => {
  serve(() => ({ items: [listed], total: 1 }))
  const several = { ...site, client_name: 'Harbour Venues' }
  await renderBoardPart(<PastMusters site={several} onShow={() => {}} onClose={() => {}} />)
  await expect.element(page.getByRole('dialog').getByText('Hall (Harbour Venues)')).toBeVisible()
})

test('on a phone the lines of past musters break in their window', async () => {
  await page.viewport(360, 740)
  const wasReal = { ...listed, became_real_at: '2026-11-20T23:45:00.000Z' }
  serve(() => ({ items: [wasReal], total: 1 }))
  // As in the status bar of a board.
  await renderBoardPart(
    <div style={{ whiteSpace: 'nowrap' }}>
      <PastMusters site={site} onShow={() => {}} onClose={() => {}} />
    </div>,
  )
  await expect.element(page.getByText(/^0 safe, /)).toBeVisible()
  const dialog = page.getByRole('dialog').element()
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
})

test('on a phone a report says of each person what it knows, and scrolls to no side', async () => {
  await page.viewport(360, 740)
  const person = {
    id: 'ana',
    name: 'Silva, Ana',
    kind: 'visitor' as const,
    role: 'Contractor',
    mobile: '+61491570157',
    mobile_masked: false,
    dependents: 0,
    outcome: 'missing' as const,
    signed_in_at: null,
    left_at: null,
    left_by_other_phone: false,
    safe_at: null,
    safe_by: null,
    seconds: null,
    said_safe_at: null,
    said_safe_by_other_phone: false,
    help_needed_at: '2026-11-20T23:45:00.000Z',
    help_needed_by: 'Tomasz Wierzbicki',
    help_given_at: null,
    help_given_by: null,
    added_at: null,
    added_by: null,
    point: 'Car park',
    point_at: '2026-11-20T23:46:00.000Z',
    point_by: 'Tomasz Wierzbicki',
    notes: [{ text: 'Walks with a stick', at: '2026-11-20T23:47:00.000Z', by: '' }],
    flagged: 1,
    flagged_before: 0,
    flagged_marks: [
      {
        state: 'safe' as const,
        text: '',
        at: '2026-11-20T23:48:00.000Z',
        by: 'Bo Bondi',
        is_before: false,
        is_counted: false,
      },
    ],
  }
  serve(() => ({ ...report, people: [person] }))
  await showReport()
  await expect.element(page.getByText(/Needs help: Tomasz Wierzbicki/)).toBeVisible()
  for (const words of [
    /At Car park: Tomasz Wierzbicki, /,
    /Walks with a stick – an administrator of the installation, /,
    /Not counted, from a person who was not logged in as a warden: Safe, Bo Bondi, /,
  ])
    await expect.element(page.getByText(words)).toBeVisible()
  const frame = page.getByRole('region', { name: 'Report' }).element()
  expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth)
  const box = page
    .getByText(/Needs help: Tomasz/)
    .element()
    .getBoundingClientRect()
  expect(box.right).toBeLessThanOrEqual(360)
})
