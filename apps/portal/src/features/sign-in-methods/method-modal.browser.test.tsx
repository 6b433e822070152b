import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import {
  createSignInMethodEndpoint,
  getSignInMethodEndpoint,
  type SignInMethod,
  updateSignInMethodEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { MethodModal } from './method-modal.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const sites = ['Hall', 'Quay', 'Annex'].map((name, at) => ({
  id: `00000000-0000-4000-8000-00000000001${at}`,
  name,
}))
const [hall, quay, annex] = sites.map(({ id }) => id) as [string, string, string]
const seen: SignInMethod = {
  ...signInMethod,
  id: ID,
  key: 'abcd2345',
  url: 'https://gate.example/abcd2345',
  type: 'device',
  name: 'Desk',
  site_id: hall,
  time_zone: 'UTC',
  success_message: { en: 'Welcome', es: '' },
}

/** A server on which another user changes the method while the window is open. */
async function renderAgainst(changes: Partial<SignInMethod>) {
  const server = stubApi()
  const current = { ...seen, ...changes, last_modified: '2026-01-02T03:05:05.000Z' }
  let stored = seen
  server.on(getSignInMethodEndpoint, () => stored)
  // As the server does: all sites except the named one, with the chosen one.
  server.on(listSiteOptionsEndpoint, ({ query: { beside, chosen } }) => ({
    items: sites.filter(({ id }) => id === chosen || id !== beside),
    has_more: false,
  }))
  server.on(updateSignInMethodEndpoint, ({ ifMatch, body }) => {
    if (ifMatch !== `"${current.last_modified}"`) throw new StubApiError('changed_meanwhile', {}, current)
    return { ...current, ...(body as Partial<SignInMethod>) }
  })
  const { go } = await renderPage({
    Page: () => <MethodModal id={ID} siteId={undefined} onClose={() => {}} />,
  })
  await expect.element(spanish).toBeVisible()
  return {
    logInAgain: async () => {
      await go('/login')
      await expect.element(page.getByText('Login')).toBeVisible()
      stored = current
      // As a login does.
      queryClient.clear()
      await go('/page')
      await expect.element(spanish).toBeVisible()
    },
    save: () => page.getByRole('button', { name: 'Update sign-in method' }).click(),
    sent: () =>
      server.requestsOf(updateSignInMethodEndpoint).map(({ body }) => body as Partial<SignInMethod>),
  }
}

const spanish = page.getByLabelText(/^Message after signing in: Español/)
const site = page.getByLabelText('Site')
const conflict = page.getByRole('group', { name: /The other person’s value/ })

test('what two people change in different parts of a method comes together', async () => {
  const { save, sent } = await renderAgainst({
    success_message: { en: 'Hello there', es: '' },
    settings: { ...seen.settings, pressure_max: 5 },
    colours: { accent: '#015c5d', on_accent: '#ffffff' },
  })
  await spanish.fill('Hola')
  await page.getByLabelText(/^Sample, in seconds/).fill('4')
  await save()
  await expect.element(page.getByLabelText(/^Message after signing in: English/).first()).toBeVisible()
  await expect.poll(() => sent().length).toBe(1)
  await expect.element(page.getByLabelText(/^Highest pressure/)).toHaveValue('5')
  await expect.element(conflict).not.toBeInTheDocument()
  await save()
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()[1]).toMatchObject({
    success_message: { en: 'Hello there', es: 'Hola' },
    settings: { sample_seconds: 4, pressure_max: 5 },
    colours: { accent: '#015c5d', on_accent: '#ffffff' },
  })
})

test('what both have changed is named, shown in words, and can be taken', async () => {
  const { save, sent } = await renderAgainst({
    site_id: annex,
    site_name: 'Annex',
    success_message: { en: 'Welcome', es: 'Buenas' },
  })
  await spanish.fill('Hola')
  await site.selectOptions('Quay')
  await save()
  await expect.element(conflict.nth(1)).toBeVisible()
  const texts = conflict.elements().map((element) => element.textContent)
  expect(texts).toEqual([
    expect.stringContaining('The other person’s value: Annex'),
    expect.stringContaining('The other person’s value: Buenas'),
  ])
  await expect
    .element(page.getByText('You have both changed: Site, Message after signing in: Español'))
    .toBeVisible()
  // The options are the earlier ones, plus the other user's.
  await expect.element(site).toHaveValue(quay)
  await expect.poll(() => site.element().textContent).toContain('Annex')
  await conflict.nth(0).getByRole('button', { name: 'Use it' }).click()
  await expect.element(site).toHaveValue(annex)
  await save()
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()[1]).toMatchObject({ site_id: annex, success_message: { en: 'Welcome', es: 'Hola' } })
})

test('a form that comes back after a login keeps what was set meanwhile', async () => {
  const { save, sent, logInAgain } = await renderAgainst({ name: 'Gate', asks_host: true })
  await spanish.fill('Hola')
  await logInAgain()
  await expect.element(spanish).toHaveValue('Hola')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Gate')
  await save()
  await expect.poll(() => sent().length).toBe(1)
  expect(sent()[0]).toMatchObject({
    name: 'Gate',
    asks_host: true,
    success_message: { en: 'Welcome', es: 'Hola' },
  })
})

test('a number that is too large is told the range, in the language of the page', async () => {
  const { save, sent } = await renderAgainst({ last_modified: seen.last_modified })
  await page.getByLabelText(/^Sample, in seconds/).fill('61')
  await page.getByLabelText(/^Highest pressure/).fill('much')
  await save()
  await expect.element(page.getByText('Please enter a whole number from 1 to 60').first()).toBeVisible()
  await expect.element(page.getByText('Please enter a number from 0 to 10000').first()).toBeVisible()
  expect(sent()).toHaveLength(0)
  await page.getByLabelText(/^Sample, in seconds/).fill('60')
  await expect.element(page.getByText('Please enter a whole number from 1 to 60')).not.toBeInTheDocument()
})

test('a new method gets the only site, which takes nothing that was typed before it was known', async () => {
  const server = stubApi()
  let send = () => {}
  const wait = new Promise<void>((resolve) => (send = resolve))
  server.on(listSiteOptionsEndpoint, async () => {
    await wait
    return { items: sites.slice(0, 1), has_more: false }
  })
  server.on(createSignInMethodEndpoint, () => seen)
  await renderPage({
    Page: () => <MethodModal id="new" siteId={undefined} onClose={() => {}} />,
    person: { admin: true },
  })
  await page.getByLabelText('Name', { exact: true }).fill('Front door')
  send()
  await expect.element(page.getByLabelText('Site', { exact: true })).toHaveValue(hall)
  await page.getByRole('button', { name: 'Add sign-in method' }).click()
  await expect
    .poll(() => server.requestsOf(createSignInMethodEndpoint).map(({ body }) => body))
    .toMatchObject([{ name: 'Front door', site_id: hall }])
})
