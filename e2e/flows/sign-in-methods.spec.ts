import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Login, Venue } from '../venues.ts'

let venue: Venue
let admin: Login
test.beforeEach(async ({ venues }) => {
  venue = await venues.open({ ...plain, siteName: 'Harbour Gallery' })
  admin = await venues.appoint(venue)
})

async function openMethods(page: Page, { email, password }: Login = admin) {
  await startSession(page, email, password)
  await page.goto('/machine_management')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-In Methods' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test(
  'a method is made, opens a guest page, is printed and checked, and its old key leads nowhere',
  { tag: '@gate' },
  async ({ page, context }, info) => {
    const name = 'Side door'
    await openMethods(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New sign-in method' }).click()
    const form = page.getByRole('dialog', { name: 'New sign-in method' })
    await form.getByRole('button', { name: 'Add sign-in method' }).click()
    await expect(form.getByRole('link', { name: 'Please enter a name' })).toBeVisible()
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Site', { exact: true }).selectOption({ label: 'Harbour Gallery' })

    // The contrast is checked while colours are chosen.
    await form.getByText('Own colours').click()
    await form.getByLabel('Colour of the buttons', { exact: true }).fill('#ffe08a')
    await expect(form.getByText('This colour is too light').first()).toBeVisible()
    await form.getByLabel('Colour of the buttons', { exact: true }).fill('#7a1f3d')
    await expect(form.getByText('This colour is too light')).toHaveCount(0)
    await form.getByLabel('Colour of the text on them', { exact: true }).fill('#7a1f3f')
    await expect(form.getByText('This text is unreadable').first()).toBeVisible()
    await form.getByLabel('Colour of the text on them', { exact: true }).fill('#ffffff')
    await form.getByLabel(/^Message after signing in: English .*AU/).fill('Welcome in.\n\nThe lift is left.')
    const preview = form.getByRole('region', { name: 'Preview of the phone' })
    await expect(preview.getByText('The lift is left.')).toBeVisible()
    await expect(preview.getByText('Harbour Gallery')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add sign-in method' }).click()
    await expect(form).toBeHidden()
    await page.getByRole('searchbox').fill(name)
    await expect(rowOf(page, name)).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    const key = await rowOf(page, name).locator('code').innerText()
    expect(key).toMatch(/^[A-HJ-NP-TV-Z2-9]{4}$/)

    const guest = await context.newPage()
    await guest.goto(`/${key}`)
    await expect(guest.getByText('Harbour Gallery').first()).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Continue' })).toHaveCSS(
      'background-color',
      'rgb(122, 31, 61)',
    )

    await chooseAction(page, name, 'QR poster')
    const poster = page.getByRole('dialog', { name: 'QR poster' })
    await expect(poster.getByRole('region', { name: `Poster of ${name}` })).toBeVisible()
    await poster.getByRole('radio', { name: 'Pulse' }).check()
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await poster.getByRole('button', { name: 'Code as PNG' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`qr-${key}.png`)
    const picture = info.outputPath('code.png')
    await file.saveAs(picture)

    await page.goto(`/qr_test?key=${key}`)
    await expect(page.getByRole('img', { name: `QR code of the key ${key}` })).toBeVisible()
    await expect(page.getByText(`/${key}`).first()).toBeVisible()
    await page.getByLabel('Or choose a picture').setInputFiles(picture)
    await expect(page.getByText('The code is correct')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Key', { exact: true }).fill('GATE')
    await expect(page.getByText('The code belongs to another key')).toBeVisible()
    await page
      .getByLabel('Or choose a picture')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText('This file could not be read')).toBeVisible()

    await page.goto(`/machine_management?search=${encodeURIComponent(name)}`)
    await chooseAction(page, name, 'New key')
    await page.getByRole('button', { name: 'Create a new key' }).click()
    await expect(page.getByRole('button', { name: 'Create a new key' })).toBeHidden()
    await expect(rowOf(page, name).locator('code')).not.toHaveText(key)
    expectRefusals(guest, 404)
    await guest.goto(`/${key}`)
    await expect(guest.getByRole('heading', { level: 1 })).toContainText('unavailable')
    await guest.goto(`/${await rowOf(page, name).locator('code').innerText()}`)
    await expect(guest.getByText('Harbour Gallery').first()).toBeVisible()

    await chooseAction(page, name, 'Retire')
    await page.getByRole('alertdialog', { name: 'Retire' }).getByRole('button', { name: 'Retire' }).click()
    await expect(rowOf(page, name)).toHaveCount(0)
  },
)

test('ticked methods are disabled, and Undo enables them again', async ({ page }) => {
  await openMethods(page)
  const first = rowOf(page, 'Front door')
  await first.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('1 sign-in method was disabled')).toBeVisible()
  await expect(first.getByText('Disabled')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(first.getByText('Enabled')).toBeVisible()
})

test('ticked methods move to another site and back; who retires them is told what that means', async ({
  page,
  venues,
}) => {
  await venues.move(venue, 'Saltpan Theatre')
  await openMethods(page)
  const name = 'Mover'
  await page.getByRole('button', { name: 'New sign-in method' }).click()
  const form = page.getByRole('dialog', { name: 'New sign-in method' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Site', { exact: true }).selectOption({ label: 'Harbour Gallery' })
  await form.getByRole('button', { name: 'Add sign-in method' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(page, name)
  const key = await row.locator('code').innerText()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Move to another site' }).click()
  const move = page.getByRole('dialog', { name: 'Move to another site' })
  await expect(move.getByText('1 sign-in method moves and keeps its key.')).toBeVisible()
  // There is one other site, which is preselected.
  await expect(move.getByLabel('New site').getByRole('option', { selected: true })).toHaveText(
    'Saltpan Theatre',
  )
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move to another site' }).click()
  await expect(page.getByText('1 sign-in method was moved')).toBeVisible()
  await expect(row.getByText('Saltpan Theatre')).toBeVisible()
  await expect(row.locator('code')).toHaveText(key)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('Harbour Gallery')).toBeVisible()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  const retire = page.getByRole('dialog', { name: 'Retire' })
  await expect(retire.getByText('1 method stops working and can’t be restored.')).toBeVisible()
  await retire.getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('1 sign-in method was retired')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('the details of a method show its code and what a visitor sees; posters need an address that phones reach', async ({
  page,
}) => {
  await openMethods(page)
  const title = page.getByRole('row').nth(1).getByRole('button').first()
  const name = await title.innerText()
  await title.click()
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer.getByRole('img', { name: `QR code of ${name}` })).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Preview of the phone' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Print posters' }).click()
  await expect(page.getByText(/^Phones can’t open /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  await expectAccessible(page)
})

test('whoever may only look is offered nothing to change', async ({ page, venues }) => {
  await openMethods(page, await venues.receive(venue, { firstName: 'Mia', lastName: 'Ortiz' }))
  await expect(page.getByRole('button', { name: 'New sign-in method' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['QR poster'])
})
