import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { GuestPage } from '../pages/guest-page.ts'

const person = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }

test('a visitor signs in, comes back, and checks out', { tag: '@gate' }, async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
  await expectAccessible(page)

  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(page).toHaveURL(/\/GATE\/complete$/)
  await expect(guest.pass).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(guest.pass).toBeVisible()
  await guest.scan('GATE')
  await expect(page).toHaveURL(/\/GATE\/complete$/)

  await guest.checkOutButton.click()
  await expect(page).toHaveURL(/\/GATE\/checkout$/)
  await expectAccessible(page)
  await guest.checkOutButton.click()
  await expect(page).toHaveURL(/\/GATE\/checkedout$/)
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  await expectAccessible(page)
})

test('pressed early, the button says what is missing and goes there', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.continueButton.click()
  await expect(page.getByRole('alert')).toContainText('first name')
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await guest.fillDetails({ ...person, mobile: '12' })
  await guest.continueButton.click()
  await expect(page.getByText('Please enter a valid phone number').first()).toBeVisible()
  await expect(page).toHaveURL(/\/GATE$/)
})

test('an unknown key tells visitor and staff what to do', { tag: '@gate' }, async ({ page }) => {
  expectRefusals(page, 404)
  await page.goto('/ZZZZ')
  await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  await expectAccessible(page)
})

test('a small key and a trailing slash lead to the page', async ({ page }) => {
  await page.goto('/gate/')
  await expect(page).toHaveURL(/\/GATE$/)
})

for (const [language, words] of [
  ['es', 'Continuar'],
  ['en-US', 'Continue'],
] as const) {
  test.describe(language, () => {
    test.use({ locale: language })
    test(
      `the form is in ${language} for a browser in that language`,
      { tag: language === 'es' ? '@gate' : [] },
      async ({ page }) => {
        await page.goto('/GATE')
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'es' ? 'es' : 'en-US')
        await expect(page.getByRole('button', { name: words })).toBeVisible()
        await expectAccessible(page)
      },
    )
  })
}

test('each venue has its own look', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/RDGE')
  await expect(page.locator('html')).toHaveAttribute('data-look', 'pulse')
  await expectAccessible(page)
})
