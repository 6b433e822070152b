import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test(
  'a visitor names a host, who is told and answers, and the pass says so',
  { tag: '@gate' },
  async ({ page, browser, baseURL, venues }) => {
    const venue = await venues.open({ ...plain, siteName: 'Rope Loft', asksHost: true })
    const host = await venues.receive(venue, { firstName: 'Ada', lastName: 'Lindqvist' })
    await venues.receive(venue, { firstName: 'Adam', lastName: 'Lind' })
    const phone = new GuestPage(page)
    await phone.scan(venue.key)
    await phone.waitUntilHydrated()
    await phone.fillDetails({ firstName: 'Ana', lastName: 'Silva', mobile: '0491 570 156' })
    await phone.continueButton.click()
    const field = page.getByLabel('Whom do you visit?')
    await field.fill('Li')
    await expect(page.getByRole('radio')).toHaveCount(0)
    await field.fill('Lind')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, 'host-field')
    await page.getByRole('radio', { name: 'Ada Lindqvist' }).check()
    await expect(field).toHaveValue('Ada Lindqvist')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Ada Lindqvist' })).toBeChecked()
    await phone.continueButton.click()
    await expect(phone.pass).toBeVisible()
    await expect(page.getByText('Ada Lindqvist has been told that you are here.')).toBeVisible()
    await expectAccessible(page)
    await keepPicture(page, 'host-told')

    const desk = await browser.newContext({ ...(baseURL && { baseURL }) })
    const portal = await desk.newPage()
    await startSession(portal, host.email, host.password)
    await portal.goto('/home')
    await expectHome(portal)
    await portal.getByRole('button', { name: /Notifications/ }).click()
    await portal.getByRole('dialog').getByRole('link', { name: 'Somebody is here to see you' }).click()
    await expect(portal.getByRole('heading', { level: 1, name: 'My visitors' })).toBeVisible()
    const answers = portal.getByRole('group', { name: 'Answer to Ana Silva' })
    for (const width of [1440, 360]) {
      await portal.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(portal)
      await expectAccessible(portal)
      await keepPicture(portal, `own-visitors-${width}`)
    }
    await answers.getByRole('button', { name: 'On my way' }).click()
    await expect(answers.getByRole('button', { name: 'On my way' })).toHaveAttribute('aria-pressed', 'true')
    await seeLater(page, isVisible(page.getByText('Ada Lindqvist is on the way to you.')))
    await keepPicture(page, 'host-answered')

    await page.getByRole('combobox').selectOption('es')
    await expect(page.getByText('Ada Lindqvist va en camino hacia usted.')).toBeVisible()
    await desk.close()
  },
)
