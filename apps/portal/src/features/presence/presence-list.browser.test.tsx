import { listPresentEndpoint, type PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { listLogRoleOptionsEndpoint } from '@gatehouse/validation/endpoints/access-log'
import { ShownMobile } from '@gatehouse/validation/fields'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
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

async function renderList(canCheckOut: boolean) {
  const server = stubApi()
  server.on(listPresentEndpoint, () => ({
    items: [{ ...person, can_check_out: canCheckOut }],
    total: 1,
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
  await renderPage({
    Page: () => (
      <div style={{ width: ROOM }}>
        <PresencePage siteId={undefined} onBan={() => {}} />
      </div>
    ),
  })
  await expect.element(page.getByRole('row', { name: /Papadopoulos/ })).toBeVisible()
}

test('how many dependants somebody has is shown on a usual screen', async () => {
  await renderList(true)
  await expect.element(page.getByRole('columnheader', { name: 'Dependants' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Time on site' })).toBeVisible()
})

test('staff who may check nobody out have no ticks', async () => {
  await renderList(false)
  expect(page.getByRole('checkbox').elements()).toEqual([])
})
