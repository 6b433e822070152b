import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSession, renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { ticks } from '../people/ticks.ts'
import { StartMuster } from './start-muster.tsx'

test.each([
  [false, /All wardens of the site see it at once/],
  [true, /the muster starts on this device only/],
])(
  'whoever starts a muster reads whom it reaches, also without a connection: %s',
  async (isOffline, words) => {
    await page.viewport(360, 740)
    const { session } = fakeSession({ roll: [], view: { isOffline } })
    await renderBoardPart(
      <StartMuster site={site} session={session} people={[]} onClose={() => {}} onPast={() => {}} />,
    )
    await expect.element(page.getByText(words)).toBeVisible()
  },
)

test('whoever has ticked people on the board reads that a muster begins without these ticks', async () => {
  const { session } = fakeSession({ roll: [] })
  const start = <StartMuster site={site} session={session} people={[]} onClose={() => {}} onPast={() => {}} />
  await renderBoardPart(start)
  const words = page.getByText("Ticks on this screen don't count in the muster.")
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.element(words).not.toBeInTheDocument()
  ticks.toggle(site.id, 'ana')
  onTestFinished(() => void ticks.reset(site.id))
  await expect.element(words).toBeVisible()
})
