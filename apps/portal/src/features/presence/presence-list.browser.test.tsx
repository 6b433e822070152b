import { checkOutPeopleEndpoint } from '@gatehouse/validation/endpoints/presence-changes'
import { listPresentEndpoint, type PresentPerson } from '@gatehouse/validation/endpoints/presence'
import {
  getLogRecordEndpoint,
  listLogRoleOptionsEndpoint,
  type LogRecord,
} from '@gatehouse/validation/endpoints/access-log'
import { ShownMobile } from '@gatehouse/validation/fields'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { PresencePage } from './presence-list.tsx'

/** The width that the menu and the margins leave on a screen of 1440 pixels. */
const ROOM = 1134

const person: PresentPerson = {
  id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Ridge',
  first_name: 'Alexandra',
  last_name: 'Papadopoulos',
  kind: 'visitor',
  user_id: null,
  role: 'Contractor',
  site_id: '00000000-0000-4000-8000-000000000002',
  site_name: 'Harbour Convention Centre',
  time_zone: 'Australia/Sydney',
  method: 'Front door',
  signed_in_at: '2026-11-20T03:04:05.678Z',
  signed_in_offline: false,
  mobile: v.parse(ShownMobile, '+61491570156'),
  mobile_masked: false,
  dependents: 2,
  host: 'Mel Ng',
  state: 'overdue',
  assumed_left_at: null,
  can_manage: true,
  can_check_out: true,
}

const record: LogRecord = {
  ...person,
  record: 'visit',
  site: person.site_name,
  source: 'phone',
  role_id: null,
  host_answer: null,
  host_answered_at: null,
  temperature: null,
  result: 'ok',
  at: person.signed_in_at,
  received_at: null,
  signed_out_at: null,
  signed_out_local: null,
  now_local: '2026-11-20T17:04',
  as_of: '2026-11-20T06:04:05.678Z',
  other_phone: false,
  left_by_other_phone: false,
  possible_ban_match: false,
  after_refusal: false,
  ended_as: null,
  ended_at: null,
  ended_by: null,
  end_reason: '',
  answers: [{ question: 'Do you have a fever?', answer: 'No', failed: false }],
  corrections: [],
  roles: [],
  ban_id: null,
  is_anonymised: false,
  can_correct: true,
  last_modified: person.signed_in_at,
}

async function renderList(
  canCheckOut: boolean,
  { onBan = () => {}, url = '/page' }: { onBan?: (subject: BanSubject) => void; url?: string } = {},
) {
  const server = stubApi()
  let people = [{ ...person, can_check_out: canCheckOut }]
  server.on(getLogRecordEndpoint, () => record)
  server.on(checkOutPeopleEndpoint, () => {
    people = []
    return { done: 1, blocked: [] }
  })
  server.on(listPresentEndpoint, () => ({
    items: people,
    total: people.length,
    people: 1,
    assumed_left: 0,
    refused_today: 0,
    waiting: [],
    as_of: '2026-11-20T06:04:05.678Z',
    time_zone: 'Australia/Sydney',
  }))
  for (const endpoint of [listSiteOptionsEndpoint, listLogRoleOptionsEndpoint])
    server.on(endpoint, () => ({ items: [], has_more: false }))
  await page.viewport(1440, 900)
  const rendered = await renderPage({
    url,
    Page: () => (
      <div style={{ width: ROOM }}>
        <PresencePage siteId={undefined} onBan={onBan} />
      </div>
    ),
  })
  await expect.element(page.getByRole('row', { name: /Papadopoulos/ })).toBeVisible()
  return { ...rendered, server }
}

const drawer = page.getByRole('dialog', { name: 'Alexandra Papadopoulos' })
/** A press beside the name of the row. */
const openDrawer = () => page.getByRole('cell', { name: 'Harbour Convention Centre' }).click()

test('how many dependants somebody has is shown on a usual screen', async () => {
  await renderList(true)
  await expect.element(page.getByRole('columnheader', { name: 'Dependants' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Time on site' })).toBeVisible()
})

test('staff who may check nobody out have no ticks', async () => {
  await renderList(false)
  expect(page.getByRole('checkbox').elements()).toEqual([])
})

test('a press on a row shows the person, with their answers, and how to call them', async () => {
  const onBan = vi.fn<(subject: BanSubject) => void>()
  await renderList(true, { onBan })
  await openDrawer()
  await expect.element(drawer).toBeVisible()
  for (const text of ['Visitor · Contractor', 'Harbour Convention Centre', 'Mel Ng', 'Do you have a fever?'])
    await expect.element(drawer.getByText(text, { exact: false })).toBeVisible()
  await expect.element(drawer.getByRole('link', { name: '0491 570 156' })).toBeVisible()
  const call = drawer.getByRole('link', { name: 'Call' })
  await expect.element(call).toHaveAttribute('href', 'tel:+61491570156')
  await drawer.getByRole('button', { name: 'Ban' }).click()
  expect(onBan.mock.calls[0]?.[0]).toMatchObject({ last_name: 'Papadopoulos', mobile: '+61491570156' })
})

test('a check-out from the drawer closes it', async () => {
  const { server, url } = await renderList(true)
  await openDrawer()
  await drawer.getByRole('button', { name: 'Check out now' }).click()
  await expect.element(page.getByText('Alexandra Papadopoulos is checked out.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.requestsOf(checkOutPeopleEndpoint)[0]?.body).toEqual({ ids: [person.id] })
  await expect.poll(url).toBe('/page')
})

test('who may not check people out is told so in the drawer, and has no such button', async () => {
  await renderList(false)
  await openDrawer()
  await expect.element(drawer.getByText('Your account can’t check people out at this site.')).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Check out now' }).elements()).toEqual([])
})
