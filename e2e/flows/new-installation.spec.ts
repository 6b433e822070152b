import { expect, expectAccessible, ownServerTest as test } from '../fixtures.ts'

test.use({ serverName: 'new-installation' })

const password = 'Bellbird-harbour-52'

test(
  'a new installation is led from the one-time link to the first visitor on the board, by its screens alone',
  { tag: '@gate' },
  async ({ page, server }) => {
    await page.goto(await server.firstAdminLink())
    const account = {
      Organisation: 'Quay Works',
      'Company number': 'QW 1',
      'First name': 'Inés',
      'Last name': 'Quiroga',
      Email: 'ines@quay.example',
      'New password': password,
      'Confirm password': password,
    }
    for (const [label, value] of Object.entries(account)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Email', { exact: true }).fill(account.Email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()

    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
    await expect(step('Name your site')).toContainText('Open:')
    await expectAccessible(page)

    await step('Name your site').getByRole('link', { name: 'Add a site' }).click()
    // Each step opens its form.
    await page.getByRole('dialog').getByLabel('Name').fill('Quay Hall')
    await page.getByRole('dialog').getByRole('button', { name: /Site/ }).last().click()
    await expect(page.getByRole('row').filter({ hasText: 'Quay Hall' })).toBeVisible()

    const next = page.getByText('Next step: Print the poster')
    await expect(next).toBeVisible()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(step('Name your site')).toContainText('Done:')
    await expect(next).toHaveCount(0)
    await expect(step('Sign in once yourself').getByRole('link')).toHaveCount(0)
    await expect(step('See the visit arrive').getByRole('link')).toHaveCount(0)
    await step('Print the poster').getByRole('link', { name: 'Create a QR code' }).click()
    const form = page.getByRole('dialog', { name: 'New sign-in method' })
    await form.getByLabel('Name', { exact: true }).fill('Front door')
    await form.getByLabel('Site', { exact: true }).selectOption({ label: 'Quay Hall' })
    await form.getByRole('button', { name: 'Add sign-in method' }).click()
    await expect(form).toBeHidden()

    await page.getByRole('link', { name: 'Home' }).click()
    await expect(step('Print the poster')).toContainText('Open:')
    await step('Print the poster').getByRole('link', { name: 'Open the poster' }).click()
    await expect(page.getByRole('region', { name: 'Poster of Front door' })).toBeVisible()
    await page.goto('/home')
    await expect(step('Print the poster')).toContainText('Done:')
    const opened = page.waitForEvent('popup')
    await step('Sign in once yourself').getByRole('link', { name: 'Open the sign-in page' }).click()
    const phone = await opened
    await phone.getByLabel('First name').fill('Rosa')
    await phone.getByLabel('Last name').fill('Mamani')
    await phone.getByLabel('Mobile').fill('+61491570156')
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('heading', { name: 'Signed In' })).toBeVisible()
    await phone.close()

    // It polls every few seconds.
    await expect(step('Sign in once yourself')).toContainText('Done:')
    await step('Invite a colleague').getByRole('button', { name: 'Skip' }).click()
    await expect(step('Invite a colleague')).toContainText('Skipped:')
    const boardOpened = page.waitForEvent('popup')
    await step('See the visit arrive').getByRole('link', { name: 'Open the board' }).click()
    const board = await boardOpened
    await expect(board.getByText('Rosa Mamani')).toBeVisible()
    await board.close()
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await expect(page.getByText('Quay Hall').last()).toBeVisible()
  },
)
