import { SimulatedDevice } from '@gatehouse/devices/simulated-device'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { countOnSite, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test(
  'a device is paired, is seen coming and going, and its code signs a visitor in',
  { tag: '@gate' },
  async ({ page, context, request, baseURL, venues }) => {
    const name = 'Scanner'
    const admin = await venues.appoint(await venues.open({ ...plain, siteName: 'Harbour Gallery' }))
    await startSession(page, admin.email, admin.password)
    await page.goto('/machine_management?edit=new')
    const form = page.getByRole('dialog', { name: 'New sign-in method' })
    await form.getByLabel('Type', { exact: true }).selectOption({ label: 'Device' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Site', { exact: true }).selectOption({ label: 'Harbour Gallery' })
    await form.getByText('Ask for a temperature code').click()
    await form.getByRole('button', { name: 'Add sign-in method' }).click()
    await expect(form).toBeHidden()
    await page.goto(`/machine_management?search=${encodeURIComponent(name)}`)
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('Not paired')).toBeVisible()
    const key = await row.locator('code').innerText()

    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Pair a device' }).click()
    const pairing = page.getByRole('dialog', { name: 'Pair a device' })
    const code = await pairing.locator('code').innerText()
    expect(code).toMatch(/^[A-HJ-NP-TV-Z2-9]{4}-[A-HJ-NP-TV-Z2-9]{4}$/)
    await expectAccessible(page)
    const device = new SimulatedDevice({
      url: baseURL ?? '',
      serialNumber: `E2E-${crypto.randomUUID()}`,
      versions: { firmware: '2.4.1' },
      // A clock that was never set.
      clockSkewMs: -Date.now(),
    })
    await using _ = { [Symbol.asyncDispose]: async () => device.stop() }
    await device.pair(code)
    await expect(pairing.getByText(`${name} is paired`)).toBeVisible()
    await pairing.getByRole('button', { name: 'Done' }).click()
    await expect(row.getByText('Online')).toBeVisible()

    const reading = device.measure(36.6)
    const answer = await device.answerTo(reading)
    expect(answer).toMatchObject({ type: 'accepted', code: expect.stringMatching(/^\d{6}$/) })
    const phone = await context.newPage()
    const guest = new GuestPage(phone)
    const person = { firstName: 'Tomas', lastName: 'Gate', mobile: '0491 570 158' }
    await guest.goToCode(key, person)
    await guest.codeField.fill(answer.type === 'accepted' ? (answer.code ?? '') : '')
    await expect(phone.getByRole('heading', { level: 1, name: 'Signed In' })).toBeVisible()
    await expect(phone.getByText('36.6°C')).toBeVisible()
    expect(await countOnSite(request, person.lastName, admin)).toBe(1)

    const identified = new Promise<string>((resolve) => device.on('command', resolve))
    await row.getByText(name, { exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('firmware 2.4.1')).toBeVisible()
    await expect(drawer.getByText('Applied')).toBeVisible()
    await drawer.getByRole('button', { name: 'Identify' }).click()
    expect(await identified).toBe('identify')
    await device.answerTo(device.warn('low_pressure', true))
    await expect(drawer.getByText('Low Pressure Warning')).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Cartridge replaced' }).click()
    await expect(drawer.getByText('Low Pressure Warning')).toBeHidden()

    device.stop()
    await expect(drawer.getByText('Offline')).toBeVisible()
    await drawer.getByRole('button', { name: 'Unpair' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click()
    await expect(drawer.getByText('Not paired')).toBeVisible()
  },
)
