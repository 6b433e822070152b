import { queryClient } from '@gatehouse/api-client/query-client'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

test('people are counted once asked for, or from the first tick on', async () => {
  queryClient.setQueryData(['board', site.id, 'in'], ['Silva', 'Tanaka'].map(personOf))
  await renderBoardPart(<SiteBoard site={site} later={undefined} tab="in" />)
  const counter = page.getByText(/counted on this screen/)
  const mark = () => document.querySelector('li > span[aria-hidden]')!
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  expect([counter.query(), mark().checkVisibility()]).toEqual([null, false])
  await page.getByRole('button', { name: 'Count people' }).click()
  await expect.element(page.getByText('0 of 2 counted on this screen')).toBeVisible()
  expect(mark().checkVisibility()).toBe(true)
  await page.getByRole('button', { name: 'Stop counting' }).click()
  await expect.element(counter).not.toBeInTheDocument()
  const tick = page.getByRole('checkbox', { name: /Silva/ })
  ;(tick.element() as HTMLElement).click()
  await expect.element(page.getByText('1 of 2 counted on this screen')).toBeVisible()
  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  ;(reset.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('0 of 2 counted on this screen')).toBeVisible()
  // The focus is not on a card, which the next press would tick.
  await expect.element(page.getByRole('button', { name: 'Undo reset' })).toHaveFocus()
  await page.getByRole('button', { name: 'Stop counting' }).click()
  await page.getByRole('button', { name: 'Count people' }).click()
  await page.getByRole('button', { name: 'Undo reset' }).click()
  await expect.element(page.getByText('1 of 2 counted on this screen')).toBeVisible()
})

test('a letter leads to people whose cards are too far away to be whole', async () => {
  await page.viewport(1440, 900)
  const names = [...Array.from({ length: 700 }, (_, at) => `Abara-${at}`), 'Zed']
  queryClient.setQueryData(['board', site.id, 'in'], names.map(personOf))
  await renderBoardPart(<SiteBoard site={site} later={undefined} tab="in" />)
  await page.getByRole('link', { name: 'Z', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Z', exact: true })).toHaveFocus()
})

test('with many people the letters are in one grid, and lead to their first people', async () => {
  await page.viewport(1440, 900)
  const names = ['Abara', 'Berg', 'Costa'].flatMap((name) =>
    Array.from({ length: 18 }, (_, at) => `${name}-${at}`),
  )
  queryClient.setQueryData(['board', site.id, 'in'], names.map(personOf))
  await renderBoardPart(<SiteBoard site={site} later={undefined} tab="in" />)
  await page.getByRole('link', { name: 'C', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'C', exact: true })).toHaveFocus()
  expect(page.getByRole('list').elements()).toHaveLength(1)
  const cards = page.getByRole('listitem').elements()
  expect(cards.filter((card) => card.querySelector('h2'))).toEqual([cards[0], cards[18], cards[36]])
  const heights = cards.map((card) => card.getBoundingClientRect().height)
  expect(Math.max(...heights)).toBeLessThanOrEqual(76)
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
