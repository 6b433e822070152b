import type { Page } from '@playwright/test'
import { expect, expectAccessible, noisyTest as test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'

// The console is not checked here, because the browser reports the lost files that these tests
// cause.

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }

/** The server no longer has a file, like after a release, until `bring`. */
async function loseFile(page: Page, file: RegExp) {
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
  return { bring: () => page.unroute(file) }
}

test('the screens after the first one are lost: Refresh shows the pass, and the visitor is signed in once', async ({
  page,
}) => {
  const lost = await loseFile(page, /\/assets\/later-[^/]+\.js$/)
  let signIns = 0
  page.on('request', (request) => (signIns += request.url().endsWith('/api/checkin') ? 1 : 0))
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeVisible()
  await expectAccessible(page)
  await lost.bring()
  await refresh.click()
  await expect(guest.checkOutButton).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
  expect(signIns).toBe(1)
})

test('a file beside the pass is lost: the pass stays', async ({ page }) => {
  await loseFile(page, /\/assets\/pass-muster-[^/]+\.js$/)
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  await expect(guest.checkOutButton).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
  await expectAccessible(page)
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
