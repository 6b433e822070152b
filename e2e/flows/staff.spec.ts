import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { logIn } from '../pages/staff-pages.ts'

test(
  'a wrong password is said, and the right one leads where the person was going',
  { tag: '@gate' },
  async ({ page }) => {
    expectRefusals(page, 401)
    await page.goto('/checked_in_users?sort=name%20asc')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email', { exact: true }).fill('staff@harbour.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()

    await logIn(page, 'staff@harbour.example')
    await expect(page).toHaveURL(/\/checked_in_users/)
    await expect(page.getByRole('heading', { level: 1, name: 'Checked In Users' })).toBeVisible()
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await expectAccessible(page)
  },
)

for (const [width, languages] of [
  [1440, 'en-AU'],
  [360, 'es'],
] as const) {
  test(`what the login says moves no field, at ${width} px`, async ({ page }) => {
    expectRefusals(page, 401)
    await page.setViewportSize({ width, height: 740 })
    await page.setExtraHTTPHeaders({ 'accept-language': languages })
    await page.goto('/login?reason=ended')
    const button = page.locator('[type="submit"]')
    await expect(button).toBeVisible()
    // Another typeface breaks lines elsewhere.
    await page.evaluate(() => document.fonts.ready)
    const place = () => button.evaluate((found) => found.getBoundingClientRect().top + scrollY)
    const before = await place()
    await button.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
    expect(await place()).toBe(before)
    await page.locator('[name="email"]').fill('nobody@harbour.example')
    await page.locator('[name="password"]').fill('wrong')
    await button.click()
    await expect(page.getByRole('alert')).toContainText(/Login failed|No se pudo iniciar sesión/)
    expect(await place()).toBe(before)
    await expectAccessible(page)
  })
}

test(
  'Home shows figures, keeps its filters in the address, and logging out ends it everywhere',
  { tag: '@gate' },
  async ({ page, context }) => {
    await page.goto('/')
    await logIn(page, 'admin@harbour.example')
    await expect(page).toHaveURL(/\/home/)
    await expect(page.getByText('On site now', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Harbour Gallery', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Week' }).click()
    await expect(page).toHaveURL(/period=week/)

    const other = await context.newPage()
    await other.goto('/home')
    await expect(other.getByText('On site now', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /Marguerite/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(other).toHaveURL(/\/login/)
  },
)

test('somebody with only a board is sent to it', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  await logIn(page, 'board@harbour.example')
  await expect(page).toHaveURL(/\/board/)
})

test('an unknown address says so, and leads home', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await logIn(page, 'staff@harbour.example')
  await expect(page).toHaveURL(/\/home/)
})

test('the gallery shows every component without a fault', async ({ page }) => {
  await page.goto('/example')
  await logIn(page, 'operator@gatehouse.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Component Gallery' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es' })
  test('the login is in Spanish', async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    await expectAccessible(page)
  })
})
