import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, muster, renderBoardPart, renderMuster } from '../../../../test/render-muster.tsx'
import { ReportView } from './report-view.tsx'

test('a time of another day than that of the start is told with its day', async () => {
  await renderMuster({
    roll: [
      entryOf('Silva', { left_at: '2026-11-21T00:10:00.000Z' }),
      entryOf('Osei', { left_at: '2026-11-20T23:50:00.000Z' }),
    ],
  })
  await expect.element(page.getByText(/^Left at 21\sNov,\s12:10\sam\sUTC$/)).toBeVisible()
  await expect.element(page.getByText(/^Left at 11:50\spm\sUTC$/)).toBeVisible()
})

test('a muster that ended on another day says so', async () => {
  const over = { ...muster, ended_at: '2026-11-21T00:30:00.000Z', safe: 1, missing: 0, total: 1 }
  await renderBoardPart(<ReportView muster={over} version={1} canRead={false} onBack={() => {}} />)
  await expect
    .element(page.getByText(/^From 20 Nov 2026, 11:30\spm\sUTC to 21\sNov,\s12:30\sam\sUTC$/))
    .toBeVisible()
})
