import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  fakeSession,
  markOf,
  muster,
  refusedOf,
  renderBoardPart,
  renderMuster,
} from '../../../../test/render-muster.tsx'
import { tokens } from '../../../lib/api.ts'
import { EndedHere } from './kept-marks.tsx'

test('why marks were refused is told in sentences', async () => {
  tokens.set(`.${btoa(JSON.stringify({ sub: 'warden' }))}.`)
  onTestFinished(() => tokens.set(undefined))
  const refused = ['not_found', 'muster_over', 'something_new'].map((code) =>
    refusedOf(markOf(code, 'safe'), code),
  )
  await renderMuster({ roll: [], view: { refused } })
  for (const reason of [
    /^Ana Silva – Safe – .* – Rejected: this muster doesn’t exist, or you can’t see it\.$/,
    /^Ana Silva – Safe – .* – Rejected: this muster has ended\.$/,
    /^Ana Silva – Safe – .* – Rejected: the server could not store it\.$/,
  ])
    await expect.element(page.getByText(reason)).toBeVisible()
})

test.each([
  [
    'goes to the server later',
    [refusedOf(markOf('ana', 'safe'), '')],
    /The marks are sent when the connection returns/,
  ],
  ['has no marks, and leaves nothing', [], /Nothing was marked, so nothing is kept/],
])('of a muster that ended on this device only is told whether it %s', async (_, waiting, words) => {
  await page.viewport(360, 740)
  const { session } = fakeSession({ roll: [], view: { waiting } })
  await renderBoardPart(<EndedHere session={session} muster={muster} />)
  await expect.element(page.getByText('Ended on this device only')).toBeVisible()
  await expect.element(page.getByText(words)).toBeVisible()
})
