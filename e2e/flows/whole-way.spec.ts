import { devices } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { logIn } from '../pages/staff-pages.ts'

test(
  'from the QR code to the board and the portal, and off them again',
  { tag: '@gate' },
  async ({ page, browser, baseURL }) => {
    const lastName = `Wayfarer ${Date.now().toString(36)}`
    await page.goto('/board')
    await logIn(page, 'admin@harbour.example')
    await expect(page).toHaveURL(/\/board/)
    await page.getByLabel(/site/i).first().selectOption({ label: 'Harbour Gallery' })
    await expect(page.getByText('people on site')).toBeVisible()
    await expectAccessible(page)

    const phone = await browser.newContext({
      ...devices['Pixel 7'],
      ...(baseURL ? { baseURL } : {}),
      locale: 'en-AU',
    })
    const guest = new GuestPage(await phone.newPage())
    await guest.scan('GATE')
    await guest.fillDetails({ firstName: 'Wanda', lastName, mobile: '0491570158' })
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()

    const card = page.getByRole('checkbox', { name: new RegExp(lastName) })
    await expect(card).toBeVisible()
    const portal = await page.context().newPage()
    await portal.goto(`/checked_in_users?search=${encodeURIComponent(lastName)}`)
    await expect(portal.getByRole('row', { name: new RegExp(lastName) })).toBeVisible()

    await guest.checkOutButton.click()
    await expect(guest.page).toHaveURL(/checkout$/)
    await guest.checkOutButton.click()
    await expect(guest.page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    await expect(card).toBeHidden()
    await phone.close()
  },
)
