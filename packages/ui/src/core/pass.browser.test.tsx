import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Pass, type Outcome } from './pass.tsx'

const outcomes: Outcome[] = ['success', 'departed', 'low', 'high', 'banned']
const pass = (outcome: Outcome) => (
  <Pass outcome={outcome} word="Word" name="Ana" venue="Gate" time="09:41" timeLabel="Checked in" />
)

test('the word of a pass is the heading of the page', async () => {
  await render(pass('banned'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Word' })).toBeVisible()
})

test('passes differ in drawing and frame, so that colour may fail', async () => {
  const drawings = new Set<string>()
  const frames = new Set<string>()
  for (const outcome of outcomes) {
    const { container, unmount } = await render(pass(outcome))
    const frame = container.querySelector('article > div')!
    drawings.add(frame.querySelector('svg')!.innerHTML)
    frames.add(frame.className)
    await unmount()
  }
  expect([drawings.size, frames.size]).toEqual([outcomes.length, outcomes.length])
})

test('the arrow of a visit that is over goes through the opening of the doorway', async () => {
  const { container } = await render(pass('departed'))
  const [door, arrow] = [...container.querySelectorAll<SVGPathElement>('svg path:not([data-ground])')]
  if (!door || !arrow) throw new Error('The drawing has no doorway and arrow.')
  const length = door.getTotalLength()
  const places = Array.from({ length: 200 }, (_, at) => door.getPointAtLength((length * at) / 199))
  expect(places.filter((place) => arrow.isPointInStroke(place))).toEqual([])
})
