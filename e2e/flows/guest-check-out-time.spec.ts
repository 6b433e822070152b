import type { Page } from '@playwright/test'
import { expect, expectAccessible, guestTest as test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Rosalind', lastName: 'Marchetti', mobile: '0491 570 157' }

/** Text spacing as in WCAG 1.4.12. */
const spacing = `* {
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
  line-height: 1.5 !important;
}`

async function goToCheckOut(page: Page, key: string): Promise<GuestPage> {
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await guest.checkOutButton.click()
  await expect(guest.checkOutTime).toBeVisible()
  return guest
}

test('the time keeps its day period with text of 200 % and with text spacing', async ({ page, venues }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { key } = await venues.open(plain)
  const guest = await goToCheckOut(page, key)
  await page.evaluate(
    ([style]) => {
      document.documentElement.style.setProperty('font-size', '200%')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets.push(sheet)
    },
    [spacing] as const,
  )
  const parts = [
    guest.checkOutTime.getByRole('spinbutton', { name: 'hour' }),
    guest.checkOutTime.getByRole('spinbutton', { name: 'minute' }),
    guest.checkOutTime.getByText('am', { exact: true }),
    guest.checkOutTime.getByText('pm', { exact: true }),
  ]
  for (const part of parts) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    expect(await part.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a time is chosen with the keyboard alone', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = await goToCheckOut(page, key)
  await expectAccessible(page)
  const shown = await guest.readCheckOutTime()
  await guest.checkOutTime.getByRole('spinbutton', { name: 'hour' }).focus()
  await page.keyboard.press('Tab')
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'minute' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await guest.readCheckOutTime()).not.toBe(shown)
  await expect(page.getByRole('status')).toHaveText(/^Earlier than the sign-in\. The check-out will be/)
  // Enter in the field takes the allowed time and shows it, before the answer comes.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/checkin/checkout', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Earlier than the sign-in, so set to the sign-in.')
  const signedIn = /at (\d+:\d\d)/.exec((await page.getByText(/^Signed in at/).textContent()) ?? '')?.[1]
  const [hour, minute] = signedIn?.split(':') ?? []
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'hour' })).toHaveValue(hour ?? '')
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'minute' })).toHaveValue(minute ?? '')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es' })

  test('the time has 24 hours and the right article', async ({ page, venues }) => {
    const { key } = await venues.open(plain)
    await page.goto(`/${key}`)
    await page.getByLabel('Nombre').fill(person.firstName)
    await page.getByLabel('Apellido').fill(person.lastName)
    await page.getByLabel('Celular').fill(person.mobile)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page).toHaveTitle('Ingreso registrado – Saltpan Theatre')
    for (const [signedInAt, words] of [
      ['2026-11-20T14:37:00.000Z', 'Ingreso registrado a la 1:37'],
      ['2026-11-20T15:37:00.000Z', 'Ingreso registrado a las 2:37'],
    ] as const) {
      await page.evaluate(
        ([method, submissionTime]) => {
          const records = JSON.parse(localStorage.getItem('gatehouse.check-ins') ?? '{}') as Record<
            string,
            object
          >
          Object.assign(records[method] ?? {}, { submissionTime })
          localStorage.setItem('gatehouse.check-ins', JSON.stringify(records))
        },
        [key, signedInAt] as const,
      )
      await page.goto(`/${key}/checkout`)
      await expect(page.getByText(words)).toBeVisible()
    }
    await expect(page.getByRole('spinbutton', { name: 'hora' })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page)
  })
})
