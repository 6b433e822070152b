import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSession, renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { StartMuster } from './start-muster.tsx'

test.each([
  [false, /All wardens of the site see it at once/],
  [true, /it starts on this device only/],
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
