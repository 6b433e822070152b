import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, noisyTest as test } from '../fixtures.ts'
import { isGone, isVisible, seeLater } from '../pages/later.ts'
import { enter, expectHome, startSession } from '../pages/staff-pages.ts'

// The console is not checked here, because the browser and React report the failures that these
// tests cause.

/** Responses that are no JSON, or not as declared. */
const brokenAnswers: Record<string, (route: Route) => Promise<void>> = {
  'the page of a proxy': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }),
  // Only the server itself ends a session.
  'the refusal of a proxy': (route) =>
    route.fulfill({ status: 401, contentType: 'text/html', body: '<!doctype html><title>Log in</title>' }),
  'a text that breaks off': (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"items":[{"id' }),
  'another shape': (route) => route.fulfill({ json: { items: null, sites: 5 } }),
  'a fault': (route) => route.fulfill({ status: 500, body: 'oops' }),
}

/** Breaks the responses to some calls until they are restored. */
async function breakAnswers(page: Page, url: RegExp, how: (route: Route) => Promise<void>) {
  let isBroken = true
  await page.route(url, (route) => (isBroken ? how(route) : route.continue()))
  return () => void (isBroken = false)
}

/** Makes time formats throw while a flag is set in the page's storage. */
async function preparePageBreaker(page: Page) {
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        if (localStorage.getItem('breaks') !== null) throw new Error('odd data')
        return new target(...given)
      },
    })
  })
  return {
    breaks: () => page.evaluate(() => localStorage.setItem('breaks', '1')),
    mend: () => page.evaluate(() => localStorage.removeItem('breaks')),
  }
}

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' })

test.describe('a page of the portal', () => {
  for (const [name, how] of Object.entries(brokenAnswers)) {
    test(`after ${name} is back with Retry, which asks the server`, async ({ page }) => {
      await page.clock.install()
      await startSession(page, 'admin@harbour.example')
      const mend = await breakAnswers(page, /\/api\/dashboard/, how)
      await page.goto('/home?period=week')
      await expect(page.getByText('The figures could not be loaded')).toBeVisible()
      // The page must not poll before the click.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
      await expect(retry(page)).not.toHaveAttribute('aria-busy', 'true')
      mend()
      const asked = page.waitForRequest(/\/api\/dashboard\?period=week/)
      await retry(page).click()
      await page.clock.resume()
      await asked
      await expect(page.getByText(/^Since /)).toBeVisible()
      await expect(retry(page)).toHaveCount(0)
      // The focused button is gone.
      await expect(page.locator('body')).not.toBeFocused()
    })

    test(`after ${name} is back with the next poll`, async ({ page }) => {
      await page.clock.install()
      await startSession(page, 'admin@harbour.example')
      const mend = await breakAnswers(page, /\/api\/presence/, how)
      await page.goto('/checked_in_users')
      await expect(page.getByText('The list could not be loaded')).toBeVisible()
      mend()
      await seeLater(page, isVisible(page.getByRole('row').nth(5)))
    })
  }

  test('that could not be drawn is back with Retry, with a navigation, and by itself', async ({ page }) => {
    await page.clock.install()
    const { breaks, mend } = await preparePageBreaker(page)
    await startSession(page, 'admin@harbour.example')
    await page.goto('/home')
    await expectHome(page)
    const broken = page.getByText('This page could not be shown')
    const figures = page.getByText(/^Since /)

    await breaks()
    await page.reload()
    await expect(broken).toBeVisible()
    // The other parts and the menu still work.
    await expect(page.getByRole('link', { name: 'Checked In Users' })).toBeVisible()
    await mend()
    const asked = page.waitForRequest(/\/api\/dashboard/)
    await retry(page).click()
    await asked
    await expect(figures).toBeVisible()

    await breaks()
    await page.reload()
    await expect(broken).toBeVisible()
    await mend()
    await page.getByRole('link', { name: 'Checked In Users' }).click()
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(figures).toBeVisible()

    await breaks()
    await page.reload()
    await expect(broken).toBeVisible()
    await mend()
    await seeLater(page, isVisible(figures))
  })

  test('whose session could not be asked for is back with Retry', async ({ page }) => {
    await startSession(page, 'admin@harbour.example')
    await page.goto('/home')
    await expectHome(page)
    const mend = await breakAnswers(page, /\/api\/validate_token/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await page.reload()
    await expect(page.getByText('This page could not be shown')).toBeVisible()
    mend()
    const asked = page.waitForRequest(/\/api\/validate_token/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await asked
    await expect(page.getByText(/^Since /)).toBeVisible()
  })

  test('whose texts cannot be fetched leaves the shell, and is back with the network', async ({ page }) => {
    await startSession(page, 'admin@harbour.example')
    await page.goto('/home')
    await expectHome(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Reports' }).click()
    await expect(page.getByText('This page could not be shown')).toBeVisible()
    await expect(retry(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Checked In Users' })).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
    await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  })

  test('whose windows and panels cannot be fetched says so in their place, and has them with the network', async ({
    page,
  }) => {
    await startSession(page, 'admin@harbour.example')
    await page.goto('/home')
    await expectHome(page)
    const failed = page.getByText('This part could not be loaded')
    const figures = page.getByText(/^Since /)
    const close = page.getByRole('button', { name: 'Close' })
    await expect(figures).toBeVisible()
    // The parts of Home itself are loaded.
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog').filter({ has: failed })).toBeVisible()
      await expectAccessible(page)
      await close.click()
      await expect(failed).toHaveCount(0)
    }
    for (const name of [/^Notifications/, /Marguerite Okonkwo/]) {
      await page.getByRole('button', { name }).click()
      await expect(failed).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(failed).toHaveCount(0)
    }
    await expect(figures).toBeVisible()

    await page.keyboard.press('Control+k')
    await expect(failed).toBeVisible()
    await page.context().setOffline(false)
    const search = page.getByRole('combobox', { name: 'Search' })
    // Some browsers cache the failure until a reload, which Retry does.
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).or(search).click()
    await expect(async () => {
      if (await search.isHidden()) await page.keyboard.press('Control+k')
      await expect(search).toBeVisible({ timeout: 1000 })
    }).toPass()
    // With its styles, which could not be fetched either.
    await expect(page.getByRole('listbox')).toHaveCSS('overflow-y', 'auto')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByText('Keyboard shortcuts')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Marguerite Okonkwo/ }).click()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible()
  })

  test('that lost a part with a new version loads itself anew', async ({ page }) => {
    await startSession(page, 'admin@harbour.example')
    await page.goto('/home')
    await expectHome(page)
    const mend = await breakAnswers(page, /\/checked_in_users-[^/]+\.js$/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Checked In Users' }).click()
    await reloaded
    mend()
    await expect(page.getByRole('row').nth(5)).toBeVisible()
  })
})

test.describe('a board that nobody stands before', () => {
  for (const [name, how] of Object.entries(brokenAnswers)) {
    test(`comes back after ${name}`, async ({ page }) => {
      await page.clock.install()
      await startSession(page, 'board@harbour.example')
      await page.goto('/board')
      const people = page.getByText(/^Signed in /)
      await expect(people.first()).toBeVisible()
      const mend = await breakAnswers(page, /\/api\/board\//, how)
      // The list stays, and the message does not blame the connection.
      const problem = page.getByText('The server had a problem. This is the last known list.')
      await seeLater(page, isVisible(problem))
      await expect(people.first()).toBeVisible()
      mend()
      await seeLater(page, isGone(problem))

      // Without any data it shows the failure and polls.
      const mendStart = await breakAnswers(page, /\/api\/board\//, how)
      await page.reload()
      await expect(page.getByText('The board could not be loaded')).toBeVisible()
      mendStart()
      await seeLater(page, isVisible(people.first()))
    })
  }

  test('says that the list of who is out is an old one, although the other list is new', async ({ page }) => {
    await page.clock.install()
    await startSession(page, 'board@harbour.example')
    await page.goto('/board')
    await page.getByRole('tab', { name: 'Checked Out' }).click()
    const seen = page.getByText(/^Last seen /)
    await expect(seen.first()).toBeVisible()
    const mend = await breakAnswers(page, /\/api\/board\/out\//, (route) => route.fulfill({ status: 500 }))
    const problem = page.getByText('The server had a problem. This is the last known list.')
    await seeLater(page, isVisible(problem))
    await seeLater(page, isVisible(page.getByText(/^Not updated since /)))
    await expect(seen.first()).toBeVisible()
    mend()
    await seeLater(page, isGone(problem))
    await expect(page.getByText(/^Updated /)).toBeVisible()
  })

  test('comes back when it could not be drawn', async ({ page }) => {
    await page.clock.install()
    const { breaks, mend } = await preparePageBreaker(page)
    await startSession(page, 'board@harbour.example')
    await page.goto('/board')
    const people = page.getByText(/^Signed in /)
    await expect(people.first()).toBeVisible()
    await breaks()
    await page.reload()
    await expect(page.getByText('Oops! Something went wrong.')).toBeVisible()
    await expect(page.getByText('This board reconnects automatically.')).toBeVisible()
    await mend()
    await seeLater(page, isVisible(people.first()))
  })

  test('loads itself anew while it cannot be drawn, after growing pauses', async ({ page }) => {
    const { breaks, mend } = await preparePageBreaker(page)
    await page.clock.install()
    await startSession(page, 'board@harbour.example')
    await page.goto('/board')
    await expect(page.getByText(/^Signed in /).first()).toBeVisible()
    await breaks()
    await page.reload()
    const oops = page.getByText('Oops! Something went wrong.')
    for (const seconds of [5, 10]) {
      await expect(oops).toBeVisible()
      const asked = page.waitForRequest(/\/api\/board\/sites/)
      await page.clock.fastForward(seconds * 1000)
      await asked
    }
    await expect(oops).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.clock.fastForward(20_000)
    await reloaded
    await expect(oops).toBeVisible()
    await mend()
    await page.clock.fastForward(60_000)
    await expect(page.getByText(/^Signed in /).first()).toBeVisible()
  })

  test('loads the new version when it cannot read the answers of one', async ({ page }) => {
    await page.clock.install()
    await startSession(page, 'board@harbour.example')
    await page.goto('/board')
    const people = page.getByText(/^Signed in /)
    await expect(people.first()).toBeVisible()
    const mend = await breakAnswers(page, /\/api\/board\//, brokenAnswers['another shape']!)
    // The server now has another version than the running page.
    await page.route(/\/board(\?|$)/, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll(/index-[^"]+\.js/g, 'index-new.js'),
      })
    })
    let isLoaded = false
    page.once('load', () => (isLoaded = true))
    await seeLater(page, async () => expect(isLoaded).toBe(true))
    mend()
    await seeLater(page, isVisible(people.first()))
  })
})

test.describe('one failure is told once', () => {
  test('a login that is throttled says how long to wait, and nothing else', async ({ page }) => {
    const json = { statusCode: 429, error: '', code: 'too_many_requests', message: 'Too many attempts.' }
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json }),
    )
    await enter(page, 'nobody@harbour.example', 'guessed')
    await expect(page.getByText('You can try again in 15 minutes.')).toBeVisible()
    await expect(page.getByText('Too many attempts')).toHaveCount(1)
    await expect(page.getByText(/Login failed/)).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('so does an account that is locked', async ({ page }) => {
    const message = 'Account is locked after too many wrong codes. Please try again in a few minutes.'
    const json = { statusCode: 403, error: '', code: 'account_locked', message }
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 403, headers: { 'retry-after': '900' }, json }),
    )
    await enter(page, 'nobody@harbour.example', 'guessed')
    await expect(page.getByText('You can try again in 15 minutes.')).toBeVisible()
    await expect(page.getByText(message)).toHaveCount(1)
  })
})

test.describe('a reset link', () => {
  const sentence =
    'This password reset link is not valid or has expired. Please request a new password reset email or contact support.'

  for (const [name, token] of [
    ['that has expired', 'guessed'],
    ['that is too long', 'x'.repeat(400)],
    ['that leads elsewhere', '..'],
  ] as const) {
    test(`${name} offers a new one and no Retry`, async ({ page }) => {
      await page.route('**/api/password/forgot', (route) => route.fulfill({ status: 204 }))
      await page.goto(`/reset_password?token=${token}`)
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await page.getByLabel('Email').fill('staff@harbour.example')
      const sent = page.waitForRequest('**/api/password/forgot')
      await page.getByRole('button', { name: 'Send a new link' }).click()
      expect((await sent).postDataJSON()).toEqual({ email: 'staff@harbour.example' })
      await expect(page.getByText('An email has been sent')).toBeVisible()
      await expect(page.getByText(sentence)).toHaveCount(0)
      await expect(page.getByLabel('Email')).toHaveCount(0)
    })
  }

  test('that could not be checked is checked again', async ({ page }) => {
    let isAway = true
    await page.route('**/api/password/validate/*', (route) =>
      isAway ? route.abort('connectionreset') : route.fulfill({ json: { validated: true } }),
    )
    await page.goto('/reset_password?token=good')
    await expect(page.getByText('The link could not be checked')).toBeVisible()
    await expect(page.getByText(sentence)).toHaveCount(0)
    isAway = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('New password')).toBeVisible()
  })

  test('that is refused at the end says so once', async ({ page }) => {
    await page.route('**/api/password/validate/*', (route) => route.fulfill({ json: { validated: true } }))
    await page.goto('/reset_password?token=good')
    await page.getByLabel('New password').fill('Bellbird-harbour-52')
    await page.getByLabel('Confirm password').fill('Bellbird-harbour-52')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('This link is not valid or has expired.')).toHaveCount(0)
  })
})

test('a password of the bundled list is not said to have been counted', async ({ page }) => {
  await page.route('**/api/password/validate/*', (route) => route.fulfill({ json: { validated: true } }))
  let answer = { count: 1, source: 'bundled' }
  await page.route('**/api/password/breach', (route) => route.fulfill({ json: answer }))
  await page.goto('/reset_password?token=good')
  await page.getByLabel('New password').fill('password1')
  await expect(page.getByText('This is one of the most common passwords. Choose another one.')).toBeVisible()
  await expect(page.getByText(/known data breaches/)).toHaveCount(0)
  answer = { count: 2401, source: 'service' }
  await page.getByLabel('New password').fill('password2')
  await expect(page.getByText('This password appeared 2,401 times in known data breaches.')).toBeVisible()
  await expect(page.getByText(/most common passwords/)).toHaveCount(0)
})

test.describe('a browser that keeps no data of pages', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied', 'SecurityError')
          },
        })
    }),
  )
  const notice = (page: Page) => page.getByText('This browser doesn’t store data for this page')

  test('is told so before the login, and works until a reload', async ({ page }) => {
    await enter(page, 'admin@harbour.example')
    await expectHome(page)
    await page.reload()
    await expect(notice(page)).toBeVisible()
  })

  test('is told so by the page of a reset link', async ({ page }) => {
    await page.goto('/reset_password?token=unknown')
    await expect(notice(page)).toBeVisible()
  })

  test('is told so by the board, which has no session without it', async ({ page }) => {
    await page.goto('/board')
    await expect(page).toHaveURL(/\/login\?/)
    await expect(notice(page)).toBeVisible()
  })
})
