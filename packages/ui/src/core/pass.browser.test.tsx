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
