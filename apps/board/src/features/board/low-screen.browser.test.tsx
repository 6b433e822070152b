import { queryClient } from '@gatehouse/api-client/query-client'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { onTestFinished, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, renderBoardPart, renderMuster, site } from '../../../test/render-muster.tsx'
import { SiteBoard } from './site-board.tsx'

const people = Array.from({ length: 40 }, (_, at) => `Silva ${at}`)

const textSize = (size: string) => {
  document.documentElement.style.fontSize = size
  onTestFinished(() => {
    document.documentElement.style.removeProperty('font-size')
  })
}

/** How much of the screen the row with this text covers after scrolling; 1 if it is not in view. */
async function covered(words: () => Element): Promise<number> {
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(2 * innerHeight)
  scrollTo(0, innerHeight)
  const row = words().closest('[data-slim]')?.getBoundingClientRect()
  return row && row.top >= 0 && row.height > 0 ? row.bottom / innerHeight : 1
}

const screens = [
  [360, 640],
  [740, 360],
] as const

for (const [width, height] of screens)
  for (const size of ['100%', '200%']) {
    const where = `at ${width} × ${height} with text of ${size}`
    test(`${where} the figures of a muster stay in view`, async () => {
      await page.viewport(width, height)
      textSize(size)
      await renderMuster({
        roll: people.map((name) => entryOf(name)),
        view: { isOffline: true, pending: 2 },
      })
      await expect.element(page.getByText('in all')).toBeVisible()
      expect(await covered(() => page.getByText('in all').element())).toBeLessThan(1 / 3)
      const tick = page.getByRole('checkbox').elements()[20] as HTMLElement
      tick.focus()
      const bar = document.querySelector('[data-slim]')?.getBoundingClientRect()
      expect(tick.getBoundingClientRect().top).toBeGreaterThanOrEqual(bar?.bottom ?? 0)
    })
  }

test('on a phone in landscape the figures of the board stay in view', async () => {
  await page.viewport(740, 360)
  const shown = people.map((lastName): BoardPerson => ({
    id: lastName,
    kind: 'user',
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
  }))
  queryClient.setQueryData(['board', site.id, 'in'], shown)
  await renderBoardPart(<SiteBoard site={site} later={undefined} tab="in" />)
  await expect.element(page.getByText(/^Updated /)).toBeVisible()
  expect(await covered(() => page.getByText(/^Updated /).element())).toBeLessThan(0.25)
})
