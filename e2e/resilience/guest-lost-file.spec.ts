import type { Page } from '@playwright/test'
import { expect, expectAccessible, noisyTest as test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { KioskPage } from '../pages/kiosk-page.ts'

// The console is not checked here, because the browser reports the lost files that these tests cause.

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }
/** The screens after the first one are two files. */
const files = { script: /\/assets\/later-[^/]+\.js$/, 'style sheet': /\/assets\/later-[^/]+\.css$/ }

const incomplete = (page: Page) => page.getByText('This page has not loaded completely.')

/** The server no longer has a file, as after a release, until `bring`. Counts how often the page is loaded. */
async function loseFile(page: Page, file: RegExp) {
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
  const lost = { loads: 0, bring: () => page.unroute(file) }
  page.on('request', (request) => (lost.loads += request.isNavigationRequest() ? 1 : 0))
  return lost
}

/** The page that is loaded next gets all files, as that of the new release does. */
function bringWithNextPage(page: Page, lost: { bring(): Promise<void> }) {
  page.once('framenavigated', () => page.once('framenavigated', () => void lost.bring()))
}

for (const [name, file] of Object.entries(files)) {
  test(`the ${name} of the confirmation is lost: the page loads itself once and shows the confirmation`, async ({
    page,
  }) => {
    const lost = await loseFile(page, file)
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await page.route('**/api/checkin', async (route) => {
      await route.continue()
      // The new release is there when the page is loaded again.
      await page.route('**/GATE/complete', async (load) => {
        await lost.bring()
        await load.continue()
      })
    })
    await guest.continueButton.click()
    await expect(guest.checkOutButton).toBeVisible()
    await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
    expect(lost.loads).toBe(2)
  })

  test(`the ${name} stays lost: the page says that the visitor is signed in, and does not load for ever`, async ({
    page,
  }) => {
    const lost = await loseFile(page, file)
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await expect.poll(() => lost.loads).toBe(2)
    await expect(incomplete(page)).toBeVisible()
    await expect(guest.pass).toBeVisible()
    await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
    await expectAccessible(page)
    await lost.bring()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(guest.checkOutButton).toBeVisible()
    expect(lost.loads).toBe(3)
  })
}

test('without a network the page stays, says that the visitor is signed in, and shows the pass once it is back', async ({
  page,
  context,
}) => {
  await page.route(files.script, (route) => route.abort('connectionreset'))
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  // The network is gone before the page reads the response.
  await page.route('**/api/checkin', async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await guest.continueButton.click()
  await expect(incomplete(page)).toBeVisible()
  await expect(guest.pass).toBeVisible()
  await page.unroute(files.script)
  await context.setOffline(false)
  await expect(guest.checkOutButton).toBeVisible()
})

test('the file of the questions is lost: they are asked after one load, with the details kept', async ({
  page,
}) => {
  const lost = await loseFile(page, files.script)
  const guest = new GuestPage(page)
  await guest.scan('HEAT')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  bringWithNextPage(page, lost)
  await guest.continueButton.click()
  await expect(guest.codeField).toBeVisible()
  await page.goto('/HEAT')
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
})

test('a file beside the pass is lost: the pass stays, and the page is loaded once', async ({ page }) => {
  const lost = await loseFile(page, /\/assets\/pass-muster-[^/]+\.js$/)
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  await expect.poll(() => lost.loads).toBe(2)
  await expect(guest.checkOutButton).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
  await expect(incomplete(page)).toHaveCount(0)
  await expectAccessible(page)
  const asked = page.waitForRequest('**/api/checkin/muster')
  await lost.bring()
  await page.reload()
  await asked
  expect(lost.loads).toBe(3)
})

test('the texts of a language are lost: the page is loaded in that language', async ({ page }) => {
  const lost = await loseFile(page, /\/assets\/es-[^/]+\.js$/)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  page.once('framenavigated', () => void lost.bring())
  await page.getByLabel('Language').selectOption('es')
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveValue('Zoë')
})

test.describe('a kiosk', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  for (const [name, file] of Object.entries(files)) {
    test(`loads all its files before its start; where the ${name} is lost it says so, and comes back by itself`, async ({
      page,
    }) => {
      await page.clock.install()
      const lost = await loseFile(page, file)
      const guest = new KioskPage(page)
      await guest.scan('PLNT')
      await expect(incomplete(page)).toBeVisible()
      await page.clock.runFor(6000)
      await expect.poll(() => lost.loads).toBe(2)
      await expect(incomplete(page)).toBeVisible()
      await expect(page.getByText('It is loaded again by itself')).toBeVisible()
      await expectAccessible(page)
      await lost.bring()
      await page.clock.runFor(50_000)
      expect(lost.loads).toBe(2)
      await page.clock.runFor(15_000)
      await expect(guest.signInWay).toBeVisible()
      expect(lost.loads).toBe(3)
    })
  }

  test('whose texts of a language are lost is loaded again, and stays in its own language', async ({
    page,
  }) => {
    const lost = await loseFile(page, /\/assets\/es-[^/]+\.js$/)
    const guest = new KioskPage(page)
    await guest.start('PLNT')
    page.once('framenavigated', () => void lost.bring())
    await page.getByRole('button', { name: 'Español' }).click()
    await expect.poll(() => lost.loads).toBe(2)
    await expect(guest.signInWay).toBeVisible()
    await page.getByRole('button', { name: 'Español' }).click()
    await expect(page.getByRole('button', { name: 'Ingreso' })).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).not.toContain('es')
  })
})
