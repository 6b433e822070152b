import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import {
  listHostOptionsEndpoint,
  signInPersonEndpoint,
} from '@gatehouse/validation/endpoints/presence-changes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { SignInAnswers } from './sign-in-answers.tsx'

const METHOD = '00000000-0000-4000-8000-000000000001'
const [ada, bo] = ['Ada Lindqvist', 'Bo Ek'].map((name, at) => ({
  id: `00000000-0000-4000-8000-00000000001${at}`,
  name,
  email: `${at}@quay.example`,
})) as [Person, Person]
interface Person {
  id: string
  name: string
  email: string
}

/** A site with two people. The test sets the responses to what is sent. */
async function renderForm(asksHost = true) {
  const server = stubApi()
  let people = [ada, bo]
  server.on(listHostOptionsEndpoint, ({ query: { search = '' } }) => ({
    is_asked: true,
    items: people.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())),
    has_more: false,
  }))
  server.on(listPresentEndpoint, () => {
    throw new StubApiError('forbidden')
  })
  server.on(signInPersonEndpoint, ({ body }) => {
    const { host } = body as { host?: { id?: string } }
    if (host?.id !== undefined && people.every(({ id }) => id !== host.id))
      throw new StubApiError('unknown_host', { host: 'host_unknown' })
    return {
      outcome: 'signed_in' as const,
      visit_id: METHOD,
      at: '2026-01-02T03:04:05.000Z',
      temperature: null,
    }
  })
  const details = {
    method: METHOD,
    first_name: 'Ona',
    last_name: 'Byrne',
    mobile: '0491570313',
    mobile_confirmed: false,
  }
  const onClose = vi.fn<() => void>()
  const form = { details, roles: [], questions: [], useTemperature: false, asksHost }
  await renderPage({ Page: () => <SignInAnswers form={form} onRefused={() => {}} onClose={onClose} /> })
  return {
    onClose,
    leave: (gone: Person) => {
      people = people.filter((one) => one !== gone)
    },
    send: () => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    hosts: () => server.requestsOf(signInPersonEndpoint).map(({ body }) => (body as { host?: unknown }).host),
  }
}

const field = page.getByRole('combobox', { name: /^Who are they visiting/ })
const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

test('somebody who was picked is sent by the id; who has left meanwhile is named at the field, and offered no more', async () => {
  const { leave, send, hosts, onClose } = await renderForm()
  await field.click()
  await option('Ada Lindqvist').click()
  await expect.element(page.getByText('Ada Lindqvist is notified at once.')).toBeVisible()
  leave(ada)
  await send()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveFocus()
  expect(hosts()).toEqual([{ id: ada.id, name: '' }])
  await field.fill('')
  await expect.element(option('Bo Ek')).toBeVisible()
  await expect.element(option('Ada Lindqvist')).not.toBeInTheDocument()
  await option('Bo Ek').click()
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(hosts()).toEqual([
    { id: ada.id, name: '' },
    { id: bo.id, name: '' },
  ])
})

test.each([
  [
    'another name is sent as it was typed',
    'Cy Zed',
    'The name is only recorded. No one is notified.',
    { name: 'Cy Zed' },
  ],
  ['the whole name of somebody means them', 'bo EK', 'bo EK is notified at once.', { id: bo.id, name: '' }],
  ['a part of a name means nobody', 'bo', 'The name is only recorded. No one is notified.', { name: 'bo' }],
])('%s', async (_, typed, said, sent) => {
  const { send, hosts, onClose } = await renderForm()
  await field.fill(typed)
  await expect.element(page.getByText(said)).toBeVisible()
  // While the list is open, it hides everything else from screen readers.
  await userEvent.tab()
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(hosts()).toEqual([sent])
})

test('it is optional', async () => {
  const { send, hosts, onClose } = await renderForm()
  await expect.element(field).toBeVisible()
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(hosts()).toEqual([{ name: '' }])
})

test('nobody is asked for where the site does not ask', async () => {
  const { send, hosts, onClose } = await renderForm(false)
  await expect.element(field).not.toBeInTheDocument()
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(hosts()).toEqual([undefined])
})
