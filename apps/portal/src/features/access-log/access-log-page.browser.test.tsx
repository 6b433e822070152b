import {
  correctVisitEndpoint,
  getLogRecordEndpoint,
  listAccessLogEndpoint,
  listLogMethodOptionsEndpoint,
  listLogQuestionOptionsEndpoint,
  listLogRoleOptionsEndpoint,
  type LogEntry,
  type LogRecord,
} from '@gatehouse/validation/endpoints/access-log'
import { type Ban, getBanEndpoint } from '@gatehouse/validation/endpoints/bans'
import { listRecordSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { AccessLogPage } from './access-log-page.tsx'
import { ExportLogModal } from './export-log-modal.tsx'
import { logSearch } from './log-search.ts'

const record: LogRecord = {
  id: '00000000-0000-7000-8000-000000000001',
  record: 'visit',
  site_id: '00000000-0000-7000-8000-000000000002',
  site: 'Quay',
  time_zone: 'Australia/Sydney',
  method: 'Front door',
  source: 'phone',
  kind: 'visitor',
  user_id: null,
  first_name: 'Ana',
  last_name: 'Silva',
  mobile: null,
  mobile_masked: false,
  role_id: null,
  role: null,
  dependents: 0,
  host: null,
  host_answer: null,
  host_answered_at: null,
  temperature: null,
  result: 'ok',
  at: '2026-04-04T16:30:20.000Z',
  received_at: null,
  signed_out_at: null,
  other_phone: false,
  left_by_other_phone: false,
  possible_ban_match: false,
  after_refusal: false,
  signed_out_local: null,
  // The clock shows 02:30 for the second time.
  now_local: '2026-04-05T02:30',
  as_of: '2026-04-04T16:30:50.000Z',
  ended_as: null,
  ended_at: null,
  ended_by: null,
  end_reason: '',
  assumed_left_at: null,
  answers: [],
  corrections: [],
  roles: [],
  ban_id: null,
  is_anonymised: false,
  can_correct: true,
  can_manage: true,
  can_check_out: true,
  last_modified: '2026-04-04T16:30:20.000Z',
}

function stubLog(items: LogEntry[] = [], next: string | null = null) {
  const server = stubApi()
  server.on(listAccessLogEndpoint, () => ({
    items,
    next,
    previous: null,
    has_newer: false,
    from: '2026-04-03T13:00:00.000Z',
    to: '2026-04-04T13:00:00.000Z',
    first_day: '2026-04-04',
    last_day: '2026-04-04',
    time_zone: 'Australia/Sydney',
    as_of: record.as_of,
  }))
  for (const endpoint of [
    listRecordSiteOptionsEndpoint,
    listLogMethodOptionsEndpoint,
    listLogQuestionOptionsEndpoint,
    listLogRoleOptionsEndpoint,
  ])
    server.on(endpoint, () => ({ items: [], has_more: false }))
  return server
}

function Page({ search }: { search: object }) {
  const navigate = useNavigate()
  return (
    <AccessLogPage
      search={v.parse(logSearch, search)}
      onSearch={(changed, replace = false) =>
        void navigate({ to: '/page', search: { ...changed }, replace } as never)
      }
      onBan={() => {}}
    />
  )
}

test('a page on which nothing was found leads on where older entries were not searched', async () => {
  const next = 'o.1775235600000.0.00000000-0000-0000-0000-000000000000'
  const server = stubLog([], next)
  await renderPage({ Page, url: '/page?search=nobody' })
  await expect.element(page.getByText('Nothing found so far')).toBeVisible()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect
    .poll(() => server.requestsOf(listAccessLogEndpoint).at(-1)?.query)
    .toMatchObject({ cursor: next })
})

test('a row that is not on the page is not opened where its record is not there', async () => {
  const server = stubLog()
  server.on(getLogRecordEndpoint, () => {
    throw new StubApiError('not_found')
  })
  await renderPage({ Page, url: `/page?row=${record.id}` })
  await expect.element(page.getByText('This doesn’t exist, or isn’t yours')).toBeVisible()
})

test('a row that is not on the page is opened by its id, and a check-out begins with now, to the second', async () => {
  const server = stubLog()
  server.on(getLogRecordEndpoint, () => record)
  server.on(correctVisitEndpoint, () => record)
  await renderPage({ Page, url: `/page?row=${record.id}.left` })
  const drawer = page.getByRole('dialog', { name: 'Ana Silva' })
  await expect.element(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Check out' }).click()
  const form = page.getByRole('dialog', { name: 'Check out' })
  await expect.element(form.getByLabelText('Left')).toHaveValue('2026-04-05T02:30')
  await form.getByLabelText('Reason or note').fill('Seen leaving')
  await form.getByRole('button', { name: 'Check out' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(server.requestsOf(correctVisitEndpoint)[0]).toMatchObject({
    params: { id: record.id },
    body: { signed_out_at: record.as_of, note: 'Seen leaving' },
  })
})

test('a visit that a rule closed says so where its departure was told later, which nobody of staff ended', async () => {
  const server = stubLog()
  const left = '2026-04-04T17:00:00.000Z'
  const assumed = '2026-04-05T02:00:00.000Z'
  server.on(getLogRecordEndpoint, () => ({
    ...record,
    signed_out_at: left,
    ended_as: 'checked_out' as const,
    ended_at: '2026-04-05T03:00:00.000Z',
    assumed_left_at: assumed,
    corrections: [
      {
        id: record.site_id,
        at: '2026-04-05T03:00:00.000Z',
        by: 'Mel Ng',
        by_visitor: false,
        note: 'Rang us',
        before: { signed_out_at: null, assumed_left_at: assumed },
        after: { signed_out_at: left, assumed_left_at: null },
      },
    ],
  }))
  await renderPage({ Page, url: `/page?row=${record.id}.assumed_left` })
  const drawer = page.getByRole('dialog', { name: 'Ana Silva' })
  for (const step of [/Left, as reported later/, /Probably left/, /Corrected by Mel Ng: Rang us/])
    await expect.element(drawer.getByText(step).first()).toBeVisible()
})

test.each<[string, Partial<LogRecord>, RegExp]>([
  ['on two phones', { other_phone: true }, /^Signed in, on another phone too/],
  [
    'after a refused answer',
    { after_refusal: true },
    /^Refused less than a day before, because of an answer/,
  ],
  [
    'whose end one of two phones told',
    { left_by_other_phone: true },
    /^Checked out by another phone of this person/,
  ],
])('a visit %s says so in its drawer, and a usual one does not', async (_, changes, said) => {
  const server = stubLog()
  const left = {
    ...record,
    signed_out_at: record.as_of,
    ended_as: 'checked_out' as const,
    ended_at: record.as_of,
  }
  const other = record.site_id
  server.on(getLogRecordEndpoint, ({ params }) => (params['id'] === other ? { ...left, ...changes } : left))
  const { go } = await renderPage({ Page, url: `/page?row=${record.id}` })
  const drawer = page.getByRole('dialog', { name: 'Ana Silva' })
  await expect.element(drawer.getByText(/^Checked out/)).toBeVisible()
  expect(drawer.getByText(said).query()).toBeNull()
  await go(`/page?row=${other}`)
  await expect.element(drawer.getByText(said)).toBeVisible()
})

test('a banned attempt names its ban, offers no second one, and takes a note', async () => {
  const server = stubLog()
  const attempt: LogRecord = {
    ...record,
    record: 'refused',
    result: 'banned',
    kind: 'user',
    user_id: '00000000-0000-7000-8000-000000000005',
    ban_id: '00000000-0000-7000-8000-000000000003',
    can_correct: false,
    can_check_out: false,
  }
  const ban: Ban = {
    first_name: 'Ana',
    last_name: 'Silva',
    mobile: null,
    mobile_masked: false,
    user_id: null,
    id: attempt.ban_id ?? '',
    client_id: '00000000-0000-7000-8000-000000000004',
    client_name: 'Ridge',
    site_id: record.site_id,
    site: record.site,
    time_zone: record.time_zone,
    reason: 'Theft',
    from: record.at,
    until: null,
    from_local: record.now_local,
    until_local: null,
    state: 'in_force',
    lifted: false,
    lifted_at: null,
    lifted_by: null,
    created_by: 'Mel Ng',
    created_at: record.at,
    exceptions: [],
    can_manage: true,
    needs_admin: false,
    last_modified: record.at,
  }
  server.on(getLogRecordEndpoint, () => attempt)
  server.on(getBanEndpoint, () => ban)
  server.on(correctVisitEndpoint, () => attempt)
  await renderPage({ Page, url: `/page?row=${record.id}` })
  const drawer = page.getByRole('dialog', { name: 'Ana Silva' })
  await expect.element(drawer.getByRole('link', { name: 'Theft' })).toBeVisible()
  await expect.element(drawer.getByText('Mel Ng')).toBeVisible()
  for (const name of ['Ban', 'Check out'])
    expect(drawer.getByRole('button', { name, exact: true }).elements()).toEqual([])
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(360, 300)
  drawer.element().scrollTo({ top: drawer.element().scrollHeight })
  await expect.element(drawer.getByRole('button', { name: 'Add a note' })).toBeInViewport({ ratio: 1 })
  await drawer.getByRole('button', { name: 'Add a note' }).click()
  const form = page.getByRole('dialog', { name: 'Add a note' })
  await form.getByLabelText('Note').fill('Left when asked')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(server.requestsOf(correctVisitEndpoint)[0]?.body).toEqual({ note: 'Left when asked' })
})

test('typing a day asks for whole years only, and is one step back', async () => {
  const server = stubLog()
  const { url, back } = await renderPage({ Page, url: '/page?event=in' })
  const from = page.getByLabelText('From')
  await expect.element(from).toHaveValue('2026-04-04')
  ;(from.element() as HTMLElement).focus()
  await userEvent.keyboard('03152025')
  await expect.element(from).toHaveValue('2025-03-15')
  await expect.poll(url).toContain('from=2025-03-15')
  const asked = server.requestsOf(listAccessLogEndpoint).flatMap(({ query }) => query['from'] ?? [])
  expect(asked.filter((day) => day < '2000')).toEqual([])
  back()
  await expect.poll(url).toBe('/page?event=in')
})

test.each([
  ['time_out_of_range', { to: 'range_too_long' }],
  ['bad_request', { from: 'year_out_of_range' }],
] as const)(
  'a range that is too long (%s) says what is allowed, on the page and in the export',
  async (code, fields) => {
    const server = stubLog()
    server.on(listAccessLogEndpoint, () => {
      throw new StubApiError(code, fields)
    })
    await renderPage({
      Page: ({ search }) => (
        <>
          <Page search={search} />
          <ExportLogModal search={search} onClose={() => {}} />
        </>
      ),
      url: '/page?from=2020-01-01&to=2026-01-01',
    })
    const window = page.getByRole('dialog', { name: 'Export the log' })
    await expect.element(window.getByText('Choose at most 366 days.')).toBeVisible()
    expect(window.getByRole('button', { name: 'Export' }).elements()).toEqual([])
    await expect.poll(() => document.querySelector('main')?.textContent).toContain('This range is too long')
    expect(document.querySelector('main')?.textContent).toContain('Choose at most 366 days.')
  },
)

test('what the address asks for and the log does not know is left out', async () => {
  const server = stubLog()
  await renderPage({ Page, url: '/page?cursor=last&event=in&kind=staff&result=xyz&stay=long' })
  await expect.poll(() => server.requestsOf(listAccessLogEndpoint)[0]?.query).toEqual({ event: 'in' })
})

const { id, site, site_id, time_zone, mobile, kind, role, method, result, temperature, source } = record
const entryOf = (correction: LogEntry['correction'], at: number): LogEntry => ({
  id: id.replace(/1$/, String(at)),
  record_id: id,
  at: record.at,
  time_zone,
  site,
  site_id,
  person: `Person ${at}`,
  mobile,
  mobile_masked: false,
  kind,
  role,
  method,
  event: 'corrected',
  result,
  temperature,
  dependents: 0,
  stay_minutes: null,
  source,
  signed_in_offline: false,
  by_other_phone: false,
  after_refusal: false,
  correction,
})

test('a correction says who made it and why, and a note is called a note', async () => {
  const by = { by: 'Mel Ng', by_visitor: false }
  stubLog([
    entryOf({ ...by, note: 'Misread', before: { first_name: 'Ana' }, after: { first_name: 'Anna' } }, 1),
    entryOf({ ...by, note: 'Had a parcel', before: {}, after: {} }, 2),
  ])
  await renderPage({ Page })
  const changed = page.getByRole('row', { name: /Person 1/ })
  await expect.element(changed.getByText('By Mel Ng: Misread')).toBeVisible()
  await expect.element(changed.getByText('Corrected')).toBeVisible()
  await expect.element(changed.getByText('First name: Ana → Anna')).toBeVisible()
  const note = page.getByRole('row', { name: /Person 2/ })
  await expect.element(note.getByText('By Mel Ng: Had a parcel')).toBeVisible()
  await expect.element(note.getByText('Note', { exact: true })).toBeVisible()
})

test('its filters take two rows at most on a wide screen, and its columns are chosen under View', async () => {
  await page.viewport(1440, 900)
  const server = stubLog([entryOf(null, 1)])
  const named = (name: string) => ({ items: [{ id: record.site_id, name }], has_more: false })
  server.on(listRecordSiteOptionsEndpoint, () => named('Lighthouse Museum'))
  server.on(listLogMethodOptionsEndpoint, () => named('Stage door desk, level two'))
  server.on(listLogQuestionOptionsEndpoint, () =>
    named('Have you been outside the country within the last two weeks?'),
  )
  server.on(listLogRoleOptionsEndpoint, () => named('Contractor'))
  await renderPage({
    Page: (props) => (
      <div style={{ width: 1136 }}>
        <Page {...props} />
      </div>
    ),
    url: '/page?event=in&search=ana',
  })
  const group = page.getByRole('group', { name: 'Filters' })
  for (const name of [/^Lighthouse/, /^Stage door/, /^Have you been/, /^Contractor/])
    await expect.element(group.getByRole('option', { name })).toBeInTheDocument()
  const rows = () => {
    const controls = group.element().querySelectorAll<HTMLElement>('label, [role=search], button, select')
    const boxes = [...controls].map((control) => control.getBoundingClientRect())
    const isShown = ({ height }: DOMRect) => height > 0
    return new Set(boxes.filter(isShown).map(({ top, bottom }) => Math.round((top + bottom) / 2))).size
  }
  expect(rows()).toBe(2)
  await page.getByRole('button', { name: 'View' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Person' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Site' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Site' })).not.toBeChecked()
  expect(page.getByRole('columnheader', { name: 'Site' }).elements()).toEqual([])
})
