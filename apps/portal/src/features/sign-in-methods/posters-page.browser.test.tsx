import {
  getSignInMethodEndpoint,
  listSignInMethodsEndpoint,
  type SignInMethod,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { PosterModal } from './poster-modal.tsx'
import { PostersPage } from './posters-page.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const origin = 'http://192.168.1.20:8080'

test('no poster is printed that leads to the server alone, where the page was opened from elsewhere', async () => {
  withInstallation({ publicUrl: 'http://localhost:8080' })
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [{ id: ID, name: 'Quay' }], has_more: false }))
  await renderPage({ Page: () => <PostersPage site={ID} onSite={() => {}} origin={origin} /> })
  await expect.element(page.getByText('Phones can’t open http://localhost:8080')).toBeVisible()
  expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
  expect(server.requestsOf(listSignInMethodsEndpoint)).toEqual([])
})

test('the window of a poster says so too, and neither prints nor saves its code', async () => {
  withInstallation({ publicUrl: 'http://localhost:8080' })
  stubApi()
  await renderPage({ Page: () => <PosterModal id={ID} onClose={() => {}} origin={origin} /> })
  await expect.element(page.getByText('Phones can’t open http://localhost:8080')).toBeVisible()
  expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
  expect(page.getByRole('button', { name: 'Code as SVG' }).query()).toBeNull()
})

const printed = () =>
  Array.from(document.querySelectorAll('section')).filter((section) => section.checkVisibility())

async function emulatePrint() {
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })))
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.poll(() => matchMedia('print').matches).toBe(true)
}

test('all posters of a site are printed, each on a sheet of its own, in one look or in each one’s own', async () => {
  const server = stubApi()
  const look = (shown_look: SignInMethod['shown_look'], name: string) => ({
    ...signInMethod,
    id: `${signInMethod.id.slice(0, -1)}${name.length}`,
    name,
    shown_look,
  })
  const items = [look('presence', 'Foyer'), look('pulse', 'Dock')]
  server.on(listSiteOptionsEndpoint, () => ({ items: [{ id: ID, name: 'Quay' }], has_more: false }))
  server.on(listSignInMethodsEndpoint, () => ({ items, total: items.length }))
  await renderPage({ Page: () => <PostersPage site={ID} onSite={() => {}} /> })
  await expect.element(page.getByRole('region', { name: 'Poster of Dock' })).toBeVisible()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  await page.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
  await emulatePrint()
  expect(document.querySelector('main')!.checkVisibility()).toBe(false)
  expect(printed().map(({ dataset }) => dataset['look'])).toEqual(['presence', 'pulse'])
  const [first] = printed()
  expect(getComputedStyle(first!).breakAfter).toBe('page')
})

test('the window of a poster prints it in the chosen look, without the window', async () => {
  const server = stubApi()
  server.on(getSignInMethodEndpoint, () => signInMethod)
  await renderPage({ Page: () => <PosterModal id={ID} onClose={() => {}} /> })
  await page.getByRole('radio', { name: 'Pulse' }).click()
  await emulatePrint()
  expect(document.querySelector('[role="dialog"]')!.checkVisibility()).toBe(false)
  expect(printed().map(({ dataset }) => dataset['look'])).toEqual(['pulse'])
})

test('a retired method has no poster', async () => {
  const server = stubApi()
  server.on(getSignInMethodEndpoint, () => ({ ...signInMethod, key: null, url: null }))
  await renderPage({ Page: () => <PosterModal id={ID} onClose={() => {}} /> })
  await expect.element(page.getByText('This sign-in method is retired')).toBeVisible()
  expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
})

test('the only site needs no choice', async () => {
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [{ id: ID, name: 'Quay' }], has_more: false }))
  server.on(listSignInMethodsEndpoint, () => ({ items: [signInMethod], total: 1 }))
  await renderPage({ Page: () => <PostersPage site={undefined} onSite={() => {}} /> })
  await expect.element(page.getByRole('region', { name: `Poster of ${signInMethod.name}` })).toBeVisible()
})
