import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, markOf, muster, renderWall } from '../../../../test/render-muster.tsx'

afterEach(() => vi.useRealTimers())

/** A zone in which it is 2 am now. */
const behind = (new Date().getUTCHours() - 2 + 24) % 24
const timeZone = behind <= 12 ? `Etc/GMT+${behind}` : `Etc/GMT-${24 - behind}`
const wall = () => page.getByRole('list').element().closest('[data-dimmed]')

test.each([
  ['is as bright at night as by day while it runs', false, 'false'],
  ['is dimmed at night when it is over', true, 'true'],
])('a muster on a wall %s', async (_, isOver, isDimmed) => {
  await renderWall(
    { roll: [entryOf('Silva')], current: { muster: { ...muster, time_zone: timeZone } } },
    { isOver, timeZone },
  )
  await expect.element(page.getByText('Hall', { exact: false }).first()).toBeVisible()
  expect(wall()?.getAttribute('data-dimmed')).toBe(isDimmed)
})

test('names on a wall have the order of the list, and nothing to press five seconds after the last move', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await renderWall({ roll: [entryOf('Silva')] })
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/^Silva, Ana/)
  const leave = page.getByRole('button', { name: 'Exit wall mode' })
  const opacity = () => getComputedStyle(leave.element().parentElement!).opacity
  expect(opacity()).toBe('1')
  await vi.advanceTimersByTimeAsync(6000)
  await expect.poll(opacity).toBe('0')
  dispatchEvent(new PointerEvent('pointermove'))
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(opacity).toBe('1')
})

test('a wall says how many stand apart, and are not on its tiles', async () => {
  const before = { left_at: '2026-11-20T23:20:00.000Z', had_left: true }
  const apart = { ...markOf('unknown', 'safe'), is_flagged: true }
  await renderWall({ roll: [entryOf('Silva'), entryOf('Bondi', before)], marks: [apart] })
  for (const words of [/1\sleft shortly before/, /1\snot on the list/, /not counted/])
    await expect.element(page.getByText(words).first()).toBeVisible()
  expect(page.getByText('Bondi').elements()).toHaveLength(0)
})
