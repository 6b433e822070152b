import { ownServerTest as test } from '../fixtures.ts'
import { walkDetails, walkLogin, walkPassword, walkReset, walkSessions } from '../pages/account-states.ts'
import { AccountWalk } from '../pages/account-walk.ts'
import { makeOrganisation } from '../pages/made-up-staff.ts'
import {
  walkBell,
  walkPendingFactors,
  walkSecondFactor,
  walkTwoStepWindow,
} from '../pages/two-step-states.ts'
import { languageTags, Translations } from '../pages/translations.ts'

// One after the other, because each worker would start a server.
test.describe.configure({ mode: 'default' })
const password = 'Bellbird-harbour-52'

for (const { language, look, ...screen } of [
  { language: 'en-au', look: 'presence', viewport: { width: 1440, height: 900 } },
  { language: 'es', look: 'pulse', viewport: { width: 360, height: 740 } },
  { language: 'en', look: 'batbooth', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const) {
  test.describe(`every state in ${language}, in the look ${look}`, () => {
    test.use({
      ...screen,
      host: look === 'presence' ? 'localhost' : `${look}.localhost`,
      locale: languageTags[language],
      contextOptions: { reducedMotion: 'reduce' },
    })
    test.setTimeout(600_000)

    test('is open to everybody', async ({ page, server }) => {
      const people = await makeOrganisation(server, { look, language, password })
      const walk = new AccountWalk({
        page,
        server,
        texts: new Translations(language),
        people,
        password,
        look,
      })
      const { admin } = people
      await walkPendingFactors(walk, people, password)
      await walkLogin(walk, admin)
      const reset = 'Currawong-kettle-77'
      await walkReset(walk, await walk.linkTo(admin.email, '/reset_password'), reset)
      await page.goto('/')
      await walk.logIn(admin, reset)
      await walk.isOn('Home')
      const email = await walkDetails(walk, admin, reset)
      await walkPassword(walk, reset)
      await walkTwoStepWindow(walk)
      await walkBell(walk)
      await walkSessions(walk)
      await walkSecondFactor(walk, { ...admin, email }, reset)
    })
  })
}
