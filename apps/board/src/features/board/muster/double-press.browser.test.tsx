import type { Mark } from '@gatehouse/validation/muster'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, markOf, renderMuster } from '../../../../test/render-muster.tsx'
import { SETTLE_MS } from '../../../lib/kept-places.ts'

const roll = ['Abara', 'Brandt', 'Costa', 'Duval'].map((name) => entryOf(name))

/** A muster whose marks are shown as soon as they are made, as in the session. */
async function renderRunning({ left = [] as string[] } = {}) {
  const people = [
    ...roll,
    ...left.map((name) => entryOf(name, { had_left: true, left_at: '2026-11-20T23:25:00.000Z' })),
  ]
  const marks: Mark[] = []
  const made: string[] = []
  const show = () => shown.show({ roll: [...people], marks: [...marks], session: { mark } })
  const mark = vi.fn(async (personId: string, state: string) => {
    made.push(`${state} ${personId}`)
    if (state === 'safe') marks.push(markOf(personId, 'safe'))
    else marks.splice(0, marks.length, ...marks.filter(({ person_id: id }) => id !== personId))
    await show()
  })
  const shown = await renderMuster({ roll: people, session: { mark } })
  const arrive = (name: string) => (people.unshift(entryOf(name)), show())
  return { made, arrive, byAnother: (personId: string) => (marks.push(markOf(personId, 'safe')), show()) }
}

let clock = 0
beforeEach(() => {
  clock = performance.now() + 60_000
})

/** Presses the element `after` milliseconds after the last press. */
function press(element: Element, after: number) {
  clock += after
  const down = new PointerEvent('pointerdown', { bubbles: true })
  Object.defineProperty(down, 'timeStamp', { value: clock })
  element.dispatchEvent(down)
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}
const card = (name: string) => page.getByRole('checkbox', { name: `${name}, Ana` })
const box = (name: string) => card(name).element()
const names = () =>
  page
    .getByRole('checkbox')
    .elements()
    .map((one) => one.id)

test('a double press marks one person, whose card stays in its place with Undo', async () => {
  const { made } = await renderRunning()
  press(box('Abara'), 1000)
  await expect.element(card('Abara')).toBeChecked()
  expect(names()).toEqual(['Abara', 'Brandt', 'Costa', 'Duval'])
  for (const after of [150, 199]) press(box('Abara'), after)
  expect(made).toEqual(['safe Abara'])
  press(page.getByRole('button', { name: 'Undo' }).element(), 1000)
  await expect.element(card('Abara')).not.toBeChecked()
  expect(made).toEqual(['safe Abara', 'undone Abara'])
})

test('whom another warden ticks keeps the place too, until nobody has touched the screen for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { byAnother } = await renderRunning()
  await byAnother('Brandt')
  expect(names()).toEqual(['Abara', 'Brandt', 'Costa', 'Duval'])
  vi.advanceTimersByTime(SETTLE_MS - 1)
  dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(SETTLE_MS - 1)
  expect(names()).toEqual(['Abara', 'Brandt', 'Costa', 'Duval'])
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(names()).toEqual(['Abara', 'Costa', 'Duval']))
})

test('somebody who had left keeps the place among those who left', async () => {
  const { made } = await renderRunning({ left: ['Eriksen', 'Fofana'] })
  press(box('Eriksen'), 1000)
  await expect.element(card('Eriksen')).toBeChecked()
  await expect.element(page.getByText(/^1 person not counted/)).toBeVisible()
  press(box('Eriksen'), 199)
  expect(made).toEqual(['safe Eriksen'])
  expect(names()).toEqual(['Abara', 'Brandt', 'Costa', 'Duval', 'Eriksen', 'Fofana'])
  await page.getByRole('button', { name: /^Safe/ }).click()
  await expect.poll(names).toEqual(['Eriksen'])
})

test('a press on cards that have just moved is ignored', async () => {
  const { made, arrive } = await renderRunning()
  await arrive('Aalto')
  await expect.poll(names).toContain('Aalto')
  clock = performance.now()
  press(box('Abara'), 0)
  expect(made).toEqual([])
  press(box('Abara'), 1000)
  expect(made).toEqual(['safe Abara'])
})

test('another filter shows only those who match it', async () => {
  const { byAnother } = await renderRunning()
  await byAnother('Brandt')
  await page.getByRole('button', { name: /^Safe/ }).click()
  await expect.poll(names).toEqual(['Brandt'])
  await page.getByRole('button', { name: /^Missing/ }).click()
  await expect.poll(names).toEqual(['Abara', 'Costa', 'Duval'])
})

test('a press on cards that a notice above them has just moved is ignored', async () => {
  await page.viewport(390, 740)
  const made: string[] = []
  const session = { mark: async (personId: string, state: string) => void made.push(`${state} ${personId}`) }
  const people = ['Abara', 'Brandt'].map((name) => entryOf(name))
  const { show } = await renderMuster({ roll: people, session, current: { version: 0 } })
  const notice = page.getByText('The muster’s list is loading')
  await expect.element(notice).toBeVisible()
  await show({ roll: people, session })
  await expect.element(notice).not.toBeInTheDocument()
  // Resize observers run after the callbacks of a frame, so heights are known in the next one.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  clock = performance.now()
  press(box('Abara'), 0)
  expect(made).toEqual([])
  press(box('Abara'), 1000)
  expect(made).toEqual(['safe Abara'])
})

test('a press on cards of which one has just grown is ignored, but not after the own press', async () => {
  const made: string[] = []
  const session = { mark: async (personId: string, state: string) => void made.push(`${state} ${personId}`) }
  const people = ['Abara', 'Brandt'].map((name) => entryOf(name))
  await renderMuster({ roll: people, session })
  const grow = (height: string) => box('Abara').closest('li')?.style.setProperty('min-height', height)
  clock = performance.now()
  grow('200px')
  press(box('Brandt'), 0)
  expect(made).toEqual([])
  press(box('Abara'), 1000)
  grow('300px')
  press(box('Brandt'), 300)
  expect(made).toEqual(['safe Abara', 'safe Brandt'])
})

test.each([
  ['of the muster that others hold', { current: { version: 0 } }],
  ['of what was kept here', { view: { heardAt: 0 } }],
])('on a fresh load, whoever was safe before keeps no place in the list %s', async (_, before) => {
  const { show } = await renderMuster({ roll, ...before })
  await expect.poll(names).toHaveLength(4)
  const marks = [markOf('Brandt', 'safe')]
  await show({ roll, marks })
  // At once, not only after a while without input.
  expect(names()).toEqual(['Abara', 'Costa', 'Duval'])
  await show({ roll, marks: [...marks, markOf('Costa', 'safe')] })
  await expect.element(card('Costa')).toBeChecked()
  expect(names()).toEqual(['Abara', 'Costa', 'Duval'])
})
