import { expect, expectRefusals, test } from '../fixtures.ts'
import { type CuttingProxy, type Moment, openCuttingProxy } from '../cutting-proxy.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { countOnSite } from '../pages/staff-pages.ts'

let proxy: CuttingProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await openCuttingProxy(baseURL ?? '')
})
test.afterEach(() => proxy.close())

const visitor = (lastName: string): Visitor => ({
  firstName: 'Nadia',
  lastName: `${lastName} ${Date.now().toString(36)}`,
  mobile: '0491 570 157',
})
const moments: Moment[] = ['before the server has it', 'before the answer', 'within the answer']

for (const moment of moments) {
  for (const reloads of [false, true]) {
    test(
      `cut ${moment}${reloads ? ', and reloaded' : ''}: one visit, under one key`,
      { tag: moment === 'before the answer' && !reloads ? '@gate' : [] },
      async ({ page, request }) => {
        expectRefusals(page, 0)
        const guest = new GuestPage(page, proxy.url)
        const person = visitor('Cut')
        proxy.cut(moment)
        await guest.scan('GATE')
        await guest.fillDetails(person)
        await guest.continueButton.click()
        await expect(guest.waiting).toBeVisible()
        if (reloads) {
          await page.reload({ waitUntil: 'commit' })
          await expect(guest.waiting).toBeVisible()
          await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
          proxy.cut(undefined)
          // It is sent automatically.
          await expect(guest.pass).toBeVisible()
        } else await guest.mendAndRetry(() => proxy.cut(undefined))
        await expect(page.getByText(person.lastName)).toBeVisible()
        expect(new Set(proxy.keys).size).toBe(1)
        expect(proxy.keys.length).toBeGreaterThan(1)
        expect(await countOnSite(request, person.lastName)).toBe(1)
      },
    )
  }
}

for (const reloads of [false, true]) {
  test(
    `offline at the press${reloads ? ', and opened again later' : ''}: it is sent when the network is back`,
    { tag: reloads ? [] : '@gate' },
    async ({ page, context, request }) => {
      expectRefusals(page, 0)
      const guest = new GuestPage(page, proxy.url)
      const person = visitor('Offline')
      await guest.scan('GATE')
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await context.setOffline(true)
      await guest.continueButton.click()
      await expect(guest.waiting).toBeVisible()
      await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
      if (reloads) {
        await page.close()
        await context.setOffline(false)
        const later = new GuestPage(await context.newPage(), proxy.url)
        await later.scan('GATE')
        await expect(later.pass).toBeVisible()
      } else {
        await context.setOffline(false)
        await expect(guest.pass).toBeVisible()
      }
      expect(new Set(proxy.keys).size).toBe(1)
      expect(await countOnSite(request, person.lastName)).toBe(1)
    },
  )
}

test('a second press never doubles', async ({ page, request }) => {
  const guest = new GuestPage(page, proxy.url)
  const person = visitor('Twice')
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.dblclick()
  await expect(guest.pass).toBeVisible()
  expect(proxy.keys).toHaveLength(1)
  expect(await countOnSite(request, person.lastName)).toBe(1)
})

test('after a lost answer it cannot be changed, because it may have been written', async ({
  page,
  request,
}) => {
  expectRefusals(page, 0)
  const guest = new GuestPage(page, proxy.url)
  const person = visitor('Changed')
  proxy.cut('before the answer')
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(guest.waiting).toBeVisible()
  await expect(
    page.getByText(`Sent as Nadia ${person.lastName}. To correct it, ask at the desk.`),
  ).toBeVisible()
  await expect(page.getByLabel('Last name')).toBeDisabled()
  await expect(page.getByLabel('Dependants')).toBeDisabled()
  await guest.mendAndRetry(() => proxy.cut(undefined))
  expect(new Set(proxy.keys).size).toBe(1)
  expect(await countOnSite(request, person.lastName)).toBe(1)
})

test('opening the link again shows the sign-in, in another window too', async ({ page, context }) => {
  const guest = new GuestPage(page, proxy.url)
  await guest.signIn('GATE', visitor('Again'))
  for (const path of ['/GATE', '/GATE/questions', '/GATE/code', '/GATE/checkedout', '/gate/']) {
    const again = new GuestPage(await context.newPage(), proxy.url)
    await again.page.goto(proxy.url + path)
    await expect(again.pass).toBeVisible()
    await expect(again.page).toHaveURL(/\/GATE\/complete$/)
    await again.page.close()
  }
})

test('a planted service worker is gone after the first visit', async ({ page }) => {
  proxy.answer('/planted.js', `addEventListener('fetch', () => {})`)
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // A page without the app, which would remove it at once.
  await page.goto(`${proxy.url}/robots.txt`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/planted.js')
    await navigator.serviceWorker.ready
  })
  expect(await workers()).toBe(1)
  await new GuestPage(page, proxy.url).scan('LAMP')
  await expect.poll(workers).toBe(0)
})

for (const path of ['/sw.js', '/service-worker.js']) {
  test(`a worker of an earlier system at ${path} removes itself, and what it held`, async ({ page }) => {
    const stale = `
      addEventListener('install', (event) => event.waitUntil(
        Promise.all([skipWaiting(), caches.open('old').then((cache) => cache.put('/kept', new Response('kept')))])))
      addEventListener('activate', (event) => event.waitUntil(clients.claim()))
      addEventListener('fetch', (event) => {
        if (event.request.mode === 'navigate')
          event.respondWith(new Response('<h1>The earlier system</h1>', { headers: { 'content-type': 'text/html' } }))
      })`
    proxy.answer(path, stale)
    await page.goto(`${proxy.url}/robots.txt`)
    await page.evaluate(async (script) => {
      await navigator.serviceWorker.register(script)
      await navigator.serviceWorker.ready
    }, path)
    await page.goto(`${proxy.url}/LAMP`)
    await expect(page.getByRole('heading', { name: 'The earlier system' })).toBeVisible()
    proxy.answer(path, undefined)
    // The browser checks for a newer worker at each visit.
    await page.goto(`${proxy.url}/LAMP`)
    await expect(page.getByRole('heading', { name: 'Lighthouse Museum' })).toBeVisible()
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ])
    await expect.poll(left).toEqual([0, 0])
  })
}
