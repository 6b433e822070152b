import type { Page, Route } from '@playwright/test'
import { parse } from 'acorn'
import { expect, expectAccessible, noisyTest as test } from '../fixtures.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'

// The console is not checked here, because the browser reports the lost files that these tests cause.

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }
const appScript = /\/_\/guest\/assets\/index-[^/]+\.js$/

/** How the app's script can fail to come. */
const losses: Record<string, (page: Page) => Promise<unknown>> = {
  'cannot be fetched': (page) => page.route(appScript, (route) => route.abort('connectionreset')),
  'is gone': (page) => page.route(appScript, (route) => route.fulfill({ status: 404, body: '' })),
  'cannot be parsed': (page) =>
    page.route(appScript, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = (' })),
  'is the page of a proxy': (page) =>
    page.route(appScript, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Log in</p>' })),
}

const tryAgain = (page: Page) => page.getByRole('link', { name: 'Try again' })
const incomplete = (page: Page) => page.getByText('This page has not loaded completely.')

async function expectDetails(page: Page, { firstName, lastName, mobile }: Visitor): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue(firstName)
  await expect(page.getByLabel('Last name')).toHaveValue(lastName)
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile)
}

for (const [loss, lose] of Object.entries(losses)) {
  test(`the script ${loss}: the page says what to do, and what was typed is there again`, async ({
    page,
  }) => {
    await lose(page)
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails(person)
    await page.getByLabel('Dependants').selectOption('2')
    await guest.continueButton.click()
    await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expectDetails(page, person)
    await expect(page.getByLabel('Dependants')).toHaveValue('2')
    await page.unroute(appScript)
    // The press is still known, so the page signs in by itself.
    await tryAgain(page).click()
    await expect(guest.pass).toBeVisible()
    await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('gatehouse.draft.GATE'))).toBeNull()
  })
}

test('a script that does not come is told of after a few seconds, and no longer once it is there', async ({
  page,
}) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails({ ...person, lastName: '' })
  await expect(incomplete(page)).toBeHidden()
  const heard = page.getByText('One moment, this page is still loading.')
  await expect(heard).toBeHidden()
  await guest.continueButton.click()
  await expect(heard).toBeVisible()
  await expect(incomplete(page)).toBeVisible()
  await tryAgain(page).focus()
  script.release()
  await guest.waitUntilHydrated()
  await expect(incomplete(page)).toHaveCount(0)
  await expectDetails(page, { ...person, lastName: '' })
  // The press is acted on, and the focus of the link that is gone leads to what is missing.
  await expect(page.getByRole('alert')).toBeFocused()
})

test('a lost script is fetched again once, and not beneath the fingers', async ({ page }) => {
  await page.clock.install()
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  const lost = page.waitForEvent('requestfailed', (request) => appScript.test(request.url()))
  await losses['cannot be fetched']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await lost
  await page.getByLabel('First name').fill('Zoë')
  await page.clock.runFor(30_000)
  expect(loads).toBe(1)
  await page.getByLabel('First name').blur()
  const reloaded = page.waitForEvent('load')
  await page.clock.runFor(6000)
  await reloaded
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
  await expect(incomplete(page)).toBeVisible()
  await page.clock.runFor(30_000)
  expect(loads).toBe(2)
})

const stillLoading = 'One moment, this page is still loading.'

test('the script in the page can be read by every browser that has JavaScript', async ({ request }) => {
  const html = await (await request.get('/GATE')).text()
  const scripts = Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script = '']) => script)
  expect(scripts).toHaveLength(1)
  for (const script of scripts) parse(script, { ecmaVersion: 5 })
})

test('a browser that is too old for the app keeps what is typed, hears Continue and says what to do', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'fetch')
    Reflect.deleteProperty(Element.prototype, 'closest')
    const isOfList = ({ target }: Event) => target instanceof HTMLSelectElement
    addEventListener('input', (event) => isOfList(event) && event.stopImmediatePropagation(), true)
  })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  // It knows no modules.
  await page.route('**/GATE', (route) => rewrite(route, ['type="module"', 'type="unknown"']))
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await page.getByLabel('Dependants').selectOption('2')
  await guest.continueButton.click()
  await expect(page.getByText(stillLoading)).toBeVisible()
  await expect(incomplete(page)).toBeVisible()
  await expect(page.getByText('What you typed is kept.')).toBeVisible()
  await expect(page.getByText('sign in at reception')).toBeVisible()
  await tryAgain(page).click()
  await expectDetails(page, person)
  await expect(page.getByLabel('Dependants')).toHaveValue('2')
  await expect(page.getByText(stillLoading)).toBeVisible()
  // A change of the list takes back the press too.
  await page.getByLabel('Dependants').selectOption('3')
  await expect(page.getByText(stillLoading)).toBeHidden()
  await page.getByLabel('Mobile').press('Enter')
  await expect(page.getByText(stillLoading)).toBeVisible()
  expect(faults).toEqual([])
})

test('a correction takes back the press before it, and the visitor presses again', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(page.getByText(stillLoading)).toBeVisible()
  await page.getByLabel('Last name').fill('Ng')
  await expect(page.getByText(stillLoading)).toBeHidden()
  const draft = await page.evaluate(() => sessionStorage.getItem('gatehouse.draft.GATE'))
  expect(JSON.parse(draft ?? '{}')).toMatchObject({ pressedAt: false, details: { lastName: 'Ng' } })
  let submissions = 0
  page.on('request', (request) => (submissions += request.url().endsWith('/api/checkin') ? 1 : 0))
  script.release()
  await guest.waitUntilHydrated()
  await page.getByLabel('Last name').fill('Nguyen')
  expect(submissions).toBe(0)
  await guest.continueButton.click()
  await expect(page.getByText('Zoë Nguyen', { exact: true })).toBeVisible()
  expect(submissions).toBe(1)
})

test('Enter that ends the composition of an input method is no press', async ({ page }) => {
  await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  const field = page.getByLabel('First name')
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  // Safari ends the composition before.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect(page.locator('html')).not.toHaveAttribute('data-pressed')
  await field.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
})

for (const { key, open } of [
  { key: 'GATE', open: (guest: GuestPage) => guest.waitUntilHydrated() },
  {
    key: 'PLNT',
    open: (guest: GuestPage) => guest.page.getByRole('button', { name: 'Sign in' }).click(),
  },
]) {
  test(`at /${key} a foreign script that is refused loads nothing again`, async ({ page }) => {
    await page.clock.install()
    let loads = 0
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
    const failForeignScript = () =>
      page.evaluate(async () => {
        const script = document.createElement('script')
        script.src = 'https://foreign.example/extension.js'
        const failed = new Promise((resolve) => script.addEventListener('error', resolve))
        document.head.append(script)
        await failed
      })
    const app = await holdScript(page)
    const guest = new GuestPage(page)
    await guest.scan(key)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await failForeignScript()
    await expect(page.locator('html')).not.toHaveAttribute('data-lost')
    app.release()
    await open(guest)
    await guest.fillDetails(person)
    await failForeignScript()
    await page.evaluate(() => document.body.append('still here'))
    await page.clock.runFor(20_000)
    await expect(page.getByText('still here')).toBeVisible()
    await expectDetails(page, person)
    expect(loads).toBe(1)
  })
}

test('a file of ours that was lost loads nothing again once the app is in charge', async ({ page }) => {
  await page.clock.install()
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  const guest = new GuestPage(page)
  const app = await holdScript(page)
  await guest.scan('GATE')
  await page.evaluate(async () => {
    const script = document.createElement('script')
    script.src = '/_/guest/gone.js'
    const failed = new Promise((resolve) => script.addEventListener('error', resolve))
    document.head.append(script)
    await failed
  })
  await expect(page.locator('html')).toHaveAttribute('data-lost', '')
  app.release()
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await page.evaluate(() => document.body.append('still here'))
  await page.clock.runFor(20_000)
  await expect(page.getByText('still here')).toBeVisible()
  await expectDetails(page, person)
  expect(loads).toBe(1)
})

for (const address of ['', '/complete']) {
  test(`whoever may not proceed is told so at /GATE${address}, and of no stored visit`, async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', person)
    await page.evaluate(() => {
      const records = JSON.parse(localStorage.getItem('gatehouse.check-ins') ?? '{}') as {
        GATE: Record<string, unknown>
      }
      records.GATE = { ...records.GATE, banned: true, checkOutToken: null }
      localStorage.setItem('gatehouse.check-ins', JSON.stringify(records))
    })
    await losses['is gone']?.(page)
    await page.goto(`/GATE${address}`)
    await expect(page.getByText('Please see staff.')).toBeVisible()
    await expect(page.getByText('Your visit is stored on this phone.')).toBeHidden()
    await expect(page.getByText('sign in at reception')).toBeHidden()
    await expect(page.getByText('Guest Sign In')).toBeHidden()
    await expect(page).toHaveTitle('Harbour Gallery')
    await expectAccessible(page)
  })
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 740, height: 360 },
]) {
  test(`whoever is signed in sees the whole notice at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', person)
    await losses['is gone']?.(page)
    await page.goto('/GATE')
    await expect(incomplete(page)).toBeInViewport({ ratio: 1 })
    await expect(tryAgain(page)).toBeInViewport({ ratio: 1 })
  })
}

/** Answers with the page of the server, with a text of it replaced by another. */
async function rewrite(route: Route, ...changes: [text: string, other: string][]): Promise<void> {
  const response = await route.fetch()
  const html = await response.text()
  const body = changes.reduce((changed, [text, other]) => changed.replace(text, () => other), html)
  await route.fulfill({ response, body })
}

test('where a proxy has changed the styles and the script in the page, no part of it says what is not true', async ({
  page,
}) => {
  await page.route('**/GATE', (route) => rewrite(route, ['<style>', '<style> '], ['<script>', '<script> ']))
  await losses['is gone']?.(page)
  await new GuestPage(page).scan('GATE')
  await expect(incomplete(page)).toBeVisible()
  await expect(page.getByText('sign in at reception')).toBeVisible()
  await expect(page.getByText(stillLoading)).toBeHidden()
  await expect(page.getByText('What you typed is kept.')).toBeHidden()
  await expect(page.getByText('Your visit is stored on this phone.')).toBeHidden()
  await expect(page.getByText('Please see staff.')).toBeHidden()
})

const refusals: Record<string, (route: Route) => Promise<void>> = {
  'has changed the styles in the page': (route) => rewrite(route, ['<style>', '<style> ']),
  'allows no styles in the page': async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "default-src 'self'" }
    await route.fulfill({ response, headers })
  },
}

for (const [refusal, refuse] of Object.entries(refusals)) {
  test(`where a proxy ${refusal}, the app fetches them`, async ({ page }) => {
    const appearance = () =>
      page.evaluate(() =>
        [document.body, ...document.querySelectorAll('h1, #firstName, form button')].map((element) => {
          const { color, backgroundColor, borderRadius, fontSize } = getComputedStyle(element)
          return { color, backgroundColor, borderRadius, fontSize }
        }),
      )
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
    const usual = await appearance()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route('**/GATE', refuse)
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
    await expect.poll(appearance).toEqual(usual)
    expect(asked.filter((url) => /index-[^/]*\.css$/.test(url))).toHaveLength(1)
    await page.unroute('**/GATE')
    asked.length = 0
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => /index-[^/]*\.css$/.test(url))).toEqual([])
  })
}

test('with very large text the language has a line of its own', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await holdScript(page)
  await new GuestPage(page).scan('GATE')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const language = page.getByLabel('Language')
  const missing = await language.evaluate((select: HTMLSelectElement) => {
    // No other name is longer.
    select.value = 'en'
    const { width } = select.getBoundingClientRect()
    select.style.maxWidth = 'none'
    select.parentElement?.style.setProperty('width', 'max-content')
    return select.getBoundingClientRect().width - width
  })
  expect(missing).toBeLessThan(1)
  const isWithin = await language.evaluate((select) => select.getBoundingClientRect().right <= innerWidth)
  expect(isWithin).toBe(true)
})

for (const address of ['', '/complete']) {
  test(`whoever is signed in is told at /GATE${address} that the visit is stored`, async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', person)
    await losses['is gone']?.(page)
    await page.goto(`/GATE${address}`)
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('Your visit is stored on this phone.')).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeHidden()
    await expect(page.locator('#firstName')).toBeHidden()
    await page.unroute(appScript)
    await tryAgain(page).click()
    await expect(guest.checkOutButton).toBeVisible()
  })
}

test('what was typed in a field that is then emptied does not come back', async ({ page }) => {
  await losses['is gone']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await page.getByLabel('Last name').fill('')
  await page.unroute(appScript)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await expectDetails(page, { ...person, lastName: '' })
})

test('what was typed at one venue is not filled in at another', async ({ page }) => {
  await losses['is gone']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.scan('LAMP')
  await expectDetails(page, { firstName: '', lastName: '', mobile: '' })
})

const steps = ['/questions', '/code', '/complete', '/checkout', '/checkedout', '/invalid', '/anything']
const kioskSteps = ['/welcome', '/signout', '/stored', '/complete', '/anything']
const addresses = [
  ...['', ...steps].map((step) => ({ address: `/GATE${step}`, venue: 'Harbour Gallery' })),
  ...kioskSteps.map((step) => ({ address: `/PLNT${step}`, venue: 'Ridge Plant' })),
]

for (const { address, venue } of addresses) {
  test(`${address} shows the venue and what to do while its script is missing`, async ({ page }) => {
    await losses['is gone']?.(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(venue)
    // The other steps depend on stored data, so only the venue is known.
    await expect(page).toHaveTitle(address === '/GATE' ? `Guest Sign In – ${venue}` : venue)
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeVisible()
    await expect(tryAgain(page)).toHaveAttribute('href', address)
    await expectAccessible(page)
  })
}

test('a kiosk shows the venue and what to do while its script is missing, and then its start', async ({
  page,
}) => {
  const script = await holdScript(page)
  await new GuestPage(page).scan('PLNT')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge Plant')
  await expect(incomplete(page)).toBeVisible()
  await expect(page.getByText('sign in at reception')).toBeVisible()
  await expectAccessible(page)
  script.release()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  // The text locators of Playwright leave out what is in <noscript>.
  const expectNotice = async (page: Page, text: string) => {
    const notice = page.locator('noscript > div')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(text)
  }
  for (const { address, venue } of addresses) {
    test(`${address} says so at once`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(venue)
      await expectNotice(page, 'This page needs JavaScript.Please sign in at reception')
      await expect(page.getByLabel('First name')).toHaveCount(address === '/GATE' ? 1 : 0)
      await expect(page.getByLabel('First name')).toBeHidden()
      // It could not switch anything.
      if (address === '/GATE') await expect(page.getByLabel('Language')).toBeHidden()
    })
  }

  test.describe('in Spanish', () => {
    test.use({ locale: 'es' })
    test('it says so too', async ({ page }) => {
      await page.goto('/GATE')
      await expectNotice(page, 'Esta página necesita JavaScript.')
    })
  })
})
