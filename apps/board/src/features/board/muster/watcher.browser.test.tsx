import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, markOf, renderMuster } from '../../../../test/render-muster.tsx'

const left = entryOf('Tanaka', { had_left: true, left_at: '2026-11-20T23:25:00.000Z' })

test('whoever only watches is told nothing that they cannot do', async () => {
  await renderMuster({
    roll: [entryOf('Silva'), left],
    marks: [markOf('Silva', 'safe')],
    current: { can_mark: false },
  })
  await expect.element(page.getByText('Everyone on the list was seen.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 person not counted.', { exact: true })).toBeVisible()
})

test('whoever marks is told what a press does', async () => {
  await renderMuster({ roll: [entryOf('Silva'), left], marks: [markOf('Silva', 'safe')] })
  await expect.element(page.getByText(/If a person is not on the list, add them\./)).toBeVisible()
  await expect.element(page.getByText(/Tap to mark as seen\./)).toBeVisible()
})
