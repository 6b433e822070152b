import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { linkFromMail } from '../pages/mailbox.ts'
import { callsAs, enter, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Login } from '../venues.ts'

declare global {
  interface Window {
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
}

/** An email is unique in the installation. */
const unique = () => `journey-${crypto.randomUUID().slice(0, 8)}`

let admin: Login
test.beforeEach(async ({ page, venues }) => {
  const venue = await venues.open({ ...plain, siteName: 'Harbour Gallery' })
  admin = await venues.appoint(venue)
  await venues.receive(venue, { firstName: 'Bo', lastName: 'Wierzbicki' })
  await startSession(page, admin.email, admin.password)
})

test(
  'a person is added, chooses a password by mail, is archived and brought back',
  { tag: '@gate' },
  async ({ page, browser }) => {
    // The email is taken at first.
    expectRefusals(page, 409)
    const email = `${unique()}@harbour.example`
    await page.goto('/user_management')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(form.getByRole('link', { name: 'Please enter a first name' })).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('First name').fill('Noor')
    await form.getByLabel('Last name').fill('Aalto')
    await form.getByLabel('Email').fill(admin.email)
    await form.getByLabel('Site', { exact: true }).selectOption({ label: 'Harbour Gallery' })
    await form.getByLabel('Account type').selectOption({ label: 'Manager' })
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(form.getByRole('link', { name: /: This is already in use/ })).toBeVisible()
    await form.getByLabel('Email').fill(email)
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('Noor Aalto has been added.')).toBeVisible()

    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(await linkFromMail(email, '/reset_password', 0))
    await expect(theirs.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    await theirs.getByLabel('New password', { exact: true }).fill('Wattle-over-the-gate-7')
    await theirs.getByLabel('Confirm password').fill('Wattle-over-the-gate-7')
    await theirs
      .getByRole('button', { name: /password/i })
      .last()
      .click()
    await expect(theirs.getByText('Your password has been updated')).toBeVisible()
    await enter(theirs, email, 'Wattle-over-the-gate-7')

    await page.getByRole('searchbox').fill(email)
    await expect(page).toHaveURL(/search=/)
    // The rows of the search have arrived: they clear the ticks of the rows before.
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
    await page.getByRole('checkbox', { name: 'Select Noor Aalto' }).click()
    await page.getByRole('button', { name: 'Archive Users' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive Users' }).click()
    await expect(page.getByText('1 user was archived')).toBeVisible()
    await theirs.reload()
    await expect(theirs).toHaveURL(/\/login/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select Noor Aalto' })).toBeVisible()

    await page.getByRole('button', { name: 'Noor Aalto', exact: true }).click()
    const history = page.getByRole('dialog').locator('details')
    await expect(history.first()).toContainText('User restored')
    await expect(history.last()).toContainText('User created')
    await expectAccessible(page)
  },
)

test('two people who edit one person see both values and choose', async ({ page, request }) => {
  const email = `${unique()}@harbour.example`
  const call = await callsAs(request, admin)
  const { items } = await call<{ items: { id: string }[] }>('GET', '/sites/options')
  const access = (user_type: string) => [{ site_id: items[0]?.id, user_type }]
  const { id } = await call<{ id: string }>('POST', '/users', {
    first_name: 'Noor',
    last_name: 'Aalto',
    email,
    access: access('Manager'),
    invite: false,
  })

  await page.goto(`/user_management?search=${encodeURIComponent(email)}&edit=${id}`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Last name').fill('Berg')
  await form.getByLabel('Account type').selectOption({ label: 'Staff member' })
  await call('PATCH', `/users/${id}`, { first_name: 'Nora', last_name: 'Chen', access: access('Guest') })

  expectRefusals(page, 412)
  await form.getByRole('button', { name: 'Update user' }).click()
  await expect(form).toContainText('The other person’s value: Chen')
  await expect(form).toContainText(/The other person’s value: .+: Board guest/)
  await expect(form.getByLabel('First name')).toHaveValue('Nora')
  await expect(form.getByLabel('Last name')).toHaveValue('Berg')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Use it' }).last().click()
  await expect(form.getByLabel('Account type').locator('option:checked')).toHaveText('Board guest')
  await form.getByRole('button', { name: 'Update user' }).click()
  await expect(page.getByText('The user has been updated.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Nora Berg/ })).toContainText('Board guest')
})

test('a file of people is checked line by line and brought in', { tag: '@gate' }, async ({ page }) => {
  const name = unique()
  await page.goto('/user_management?edit=import')
  const dialog = page.getByRole('dialog')
  const choose = (text: string | Buffer) =>
    dialog
      .getByLabel('File')
      .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(Buffer.from('first_name,last_name,email\nJosé,A,b', 'utf16le'))
  await expect(dialog.getByText('The characters in this file can’t be read.')).toBeVisible()
  await choose(`Given name,Surname,E-mail,Surname\nOne,Zz,${name}-1@x.example,Yy\n`)
  await expect(dialog.getByText('in the columns 2 and 4. Choose one of them.')).toBeVisible()
  await expectAccessible(page)
  await choose(
    `Given name,Surname,E-mail,Sites\nOne,Zz,${name}-1@x.example,Harbour Gallery\nTwo,,${name}-2@x.example,\n`,
  )
  await expect(dialog.getByLabel('First name')).toHaveValue('0')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByText('1 person can be imported')).toBeVisible()
  await expect(dialog.getByText('Last name: Please enter a last name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(dialog.getByText('1 person was imported')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test(
  'people are exported: with the filters, rows and zone in the name, cancelled, cut, and whole',
  { tag: '@gate' },
  async ({ page }) => {
    // The file picker can't be answered here, so its file is a fake in the page.
    await page.addInitScript(() => {
      window.showSaveFilePicker = async ({ suggestedName }) => {
        const folder = await navigator.storage.getDirectory()
        return folder.getFileHandle(suggestedName, { create: true })
      }
    })
    await page.goto('/user_management?user_type=Staff')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Export these users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export users' })
    const name = /users_staff_active_\d+-rows_australia-sydney_\d{4}-\d\d-\d\d\.csv/
    await expect(dialog.getByText(name)).toBeVisible()
    await expectAccessible(page)

    // A truncated file: fewer rows than announced.
    const files = () =>
      page.evaluate(async () => {
        const found: Record<string, string> = {}
        const folder = await navigator.storage.getDirectory()
        for await (const [file, handle] of folder.entries())
          if (handle instanceof FileSystemFileHandle) found[file] = await (await handle.getFile()).text()
        return found
      })
    await page.route('**/api/users/export?*', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.slice(0, text.length - 40) })
    })
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(dialog.getByText('The file could not be written')).toBeVisible()
    expect(Object.values(await files()).join('')).toBe('')
    await page.unroute('**/api/users/export?*')

    // The server is silent, and the user cancels.
    await page.route('**/api/users/export?*', () => undefined)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Cancel the export' }).click()
    await expect(dialog.getByText('No file was kept.')).toBeVisible()
    expect(Object.values(await files()).join('')).toBe('')
    await page.unroute('**/api/users/export?*')

    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText(/\d+ (person was|people were) exported/)).toBeVisible()
    await expectAccessible(page)
    const [[file, text] = ['', '']] = Object.entries(await files())
    expect(file).toMatch(name)
    expect(text).toContain('"Wierzbicki"')
    expect(text).not.toContain(admin.email)

    // A browser that keeps the parts.
    await page.evaluate(() => delete window.showSaveFilePicker)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Export these users' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(name)
    expect((await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '')).toBe(text)
  },
)

test('a photo is cut to a square and stands in the list', async ({ page }) => {
  await page.goto('/user_management')
  await page.getByRole('button', { name: 'Actions for Bo Wierzbicki' }).click()
  await page.getByRole('menuitem', { name: 'Change photo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByText('Choose a photo as PNG, JPEG or WebP.')).toBeVisible()
  const picture = await page.screenshot({ type: 'png' })
  const huge = Buffer.from(picture)
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  const moving = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x3f\0\0\x3f\0\0', 'latin1')
  for (const [buffer, sentence] of [
    [huge, 'This picture has too many pixels.'],
    [moving, 'Animated images aren’t supported.'],
    [Buffer.from('GIF89a'), 'Choose a photo as PNG, JPEG or WebP.'],
  ] as const) {
    await dialog.getByLabel('Choose a photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(dialog.getByLabel('Enlarge')).toHaveCount(0)
  }
  await dialog
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await dialog.getByLabel('Enlarge').fill('2')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('The photo has been saved.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bo Wierzbicki/ }).locator('img')).toBeVisible()
})
