import { queryClient } from '@gatehouse/api-client/query-client'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  asBoardPart,
  entryOf,
  markOf,
  renderBoardPart,
  renderMuster,
  site,
} from '../../../test/render-muster.tsx'
import { ticks } from './people/ticks.ts'
import { SiteBoard } from './site-board.tsx'
import { loadLater } from './use-later.ts'

const personOf = (lastName: string): BoardPerson => ({
  id: lastName,
  kind: 'visitor',
  firstName: 'Ana',
  lastName,
  role: null,
  empNo: null,
  checkedIn: true,
  logDate: '2026-11-20T20:00:00.000Z',
  tel: null,
  telMasked: false,
  phoneExt: null,
  hasPhoto: false,
  dependents: 0,
  host: null,
})

afterEach(() => {
  queryClient.clear()
  ticks.reset(site.id)
})

test('a tick of a muster, which all wardens share, is not said to count on this screen', async () => {
  await renderMuster({ roll: [entryOf('Silva')], marks: [markOf('Silva', 'safe')] })
  await expect.element(page.getByText('in all')).toBeVisible()
  expect(page.getByText(/on this screen/).query()).toBeNull()
})

test('a tick of the board is said to count on this screen', async () => {
  queryClient.setQueryData(['board', site.id, 'in'], ['Silva', 'Tanaka'].map(personOf))
  await renderBoardPart(<SiteBoard site={site} later={undefined} tab="in" />)
  await expect.element(page.getByText('0 of 2 counted on this screen')).toBeVisible()
  const tick = page.getByRole('checkbox', { name: /Silva/ })
  ;(tick.element() as HTMLElement).click()
  await expect.element(page.getByText('1 of 2 counted on this screen')).toBeVisible()
})

for (const width of [360, 1024, 1440, 1920])
  test(`at ${width} px the list stays where it is when the buttons above it come`, async () => {
    await page.viewport(width, 900)
    queryClient.setQueryData(['board', site.id, 'in'], ['Silva', 'Tanaka'].map(personOf))
    const later = await loadLater()
    const board = (isLoaded: boolean) => (
      <SiteBoard
        site={{ ...site, can_start_muster: false }}
        later={isLoaded ? later : undefined}
        tab="in"
        onWall={() => {}}
      />
    )
    const { rerender } = await renderBoardPart(board(false))
    const card = page.getByRole('listitem').first()
    await expect.element(card).toBeVisible()
    const before = card.element().getBoundingClientRect().top
    await rerender(asBoardPart(board(true)))
    await expect.element(page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
    expect(card.element().getBoundingClientRect().top).toBe(before)
  })
