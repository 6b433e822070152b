import { queryClient } from '@gatehouse/api-client/query-client'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import type { MusterState } from '@gatehouse/validation/endpoints/musters'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { entryOf, muster as anyMuster, renderBoardPart, site as anySite } from '../test/render-muster.tsx'
import { musterOf } from './features/board/muster/sessions.ts'
import { tokens } from './lib/api.ts'
import { ended, watchSession } from './lib/session.ts'
import { routeTree } from './routeTree.gen.ts'

const site = { ...anySite, id: crypto.randomUUID() }

/** Opens a URL of the board offline, after its first responses. @returns the current URL */
const open = async (url: string) => (await openSite(site, () => new Promise(() => {}), url)).address

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

async function openSite(
  shown: BoardSite,
  answer: Fetch,
  url = `/board?site=${shown.id}`,
  people: readonly BoardPerson[] = [],
) {
  // A random user, so that marks kept by earlier tests belong to another one.
  tokens.set(`.${btoa(JSON.stringify({ sub: crypto.randomUUID() }))}.`)
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => {
    tokens.set(undefined)
    vi.unstubAllGlobals()
  })
  for (const asked of [undefined, shown.id])
    queryClient.setQueryData(['board', 'sites', { search: undefined, site: asked }], [shown])
  queryClient.setQueryData(['board', shown.id, 'in'], people)
  queryClient.setQueryData(['board', shown.id, 'doubted'], [])
  queryClient.setQueryData(['may-use-portal'], true)
  queryClient.setQueryData(['session'], { config: { region: 'AU', look: 'presence', language: 'en-AU' } })
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await renderBoardPart(<RouterProvider router={router} />)
  return { address: () => history.location.href }
}

test('the address of a wall before it had a path leads to the wall', async () => {
  const address = await open(`/board?site=${site.id}&wall=1`)
  await expect.element(page.getByRole('button', { name: 'Exit wall mode' })).toBeVisible()
  expect(address()).toBe(`/board/wall?site=${site.id}`)
  await page.getByRole('button', { name: 'Exit wall mode' }).click()
  await expect.element(page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
  expect(address()).toBe(`/board?site=${site.id}`)
})

test('a wall whose address names no site stays a wall when its site is chosen', async () => {
  const address = await open('/board?wall=1')
  await expect.element(page.getByRole('button', { name: 'Exit wall mode' })).toBeVisible()
  await expect.poll(address).toBe(`/board/wall?site=${site.id}`)
})

test('the address of a muster shows the list where there is none', async () => {
  const address = await open(`/board/muster?site=${site.id}`)
  await expect.element(page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
  expect(address()).toBe(`/board?site=${site.id}`)
})

test('a muster of others takes the place of the list, and what starts one is not asked again after it', async () => {
  const address = await open(`/board?site=${site.id}`)
  const asked = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Start a muster' }).click()
  await expect.element(asked).toBeVisible()
  const session = musterOf(site.id)
  void session.start(true, { site_name: site.name, time_zone: site.timeZone }, [])
  await expect.element(page.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  expect(address()).toBe(`/board/muster?site=${site.id}`)
  await expect.element(asked).not.toBeInTheDocument()
  await session.leave()
  await expect.element(page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
  expect(address()).toBe(`/board?site=${site.id}`)
  await expect.element(asked).not.toBeInTheDocument()
})

test.each([
  ['whose account has ended', true],
  ['who was logged out in another window', false],
])('a warden %s reads on the board what became of their marks', async (_, isRefused) => {
  const own = { ...anySite, id: crypto.randomUUID() }
  const muster = { ...anyMuster, id: crypto.randomUUID(), site_id: own.id }
  const state: MusterState = {
    muster,
    version: 1,
    has_more: false,
    roll: [entryOf(crypto.randomUUID()), entryOf(crypto.randomUUID())],
    marks: [],
    points: [],
    wardens: [],
    can_mark: true,
    hand_in_token: 'token',
  }
  let server: 'there' | 'away' | 'over' = 'there'
  const handedIn: unknown[] = []
  const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
  const answer = (url: string, init?: RequestInit) => {
    if (server === 'away') return Promise.reject(new TypeError('Failed to fetch'))
    if (url.endsWith('/musters/hand-in')) {
      handedIn.push(init?.body)
      return json({ version: 2, flagged: true })
    }
    if (server === 'over') return json({ statusCode: 401, code: 'unauthenticated', message: '' }, 401)
    if (url.endsWith('/muster')) return json({ muster, can_start: true, hand_in_token: 'token' })
    return url.includes(`/board/musters/${muster.id}`) ? json(state) : json({}, 500)
  }
  const { address } = await openSite(own, answer)
  onTestFinished(watchSession())
  onTestFinished(() => ended.setState({ userId: undefined }))
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  expect(address()).toBe(`/board/muster?site=${own.id}`)
  server = 'away'
  const session = musterOf(own.id)
  await Promise.all(state.roll.map(({ id }) => session.mark(id, 'safe')))
  await expect.element(page.getByText(/2 marks not sent yet/)).toBeVisible()
  server = 'over'
  if (isRefused) void queryClient.invalidateQueries({ queryKey: ['board', own.id, 'in'] })
  else tokens.set(undefined)
  await expect.element(page.getByText(/^2 marks were sent without your login\. Others must/)).toBeVisible()
  await expect.element(page.getByText(/ – Safe – Hall – .* – Flagged: /).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect.element(page.getByRole('checkbox').first()).not.toBeInTheDocument()
  expect(handedIn).toEqual([expect.stringContaining('"token":"token"')])
})

test('who types a search goes on with it when a muster starts, and on the board after it', async () => {
  await page.viewport(1280, 900)
  onTestFinished(keepFocus())
  const own = { ...anySite, id: crypto.randomUUID() }
  const people = Array.from({ length: 51 }, (_, at) => ({ ...henare, id: String(at) }))
  const { address } = await openSite(own, () => new Promise(() => {}), undefined, people)
  const field = page.getByRole('searchbox', { name: 'Search people' })
  await field.click()
  await userEvent.keyboard('hen')
  const session = musterOf(own.id)
  void session.start(true, { site_name: own.name, time_zone: own.timeZone }, people)
  await expect.poll(address).toBe(`/board/muster?site=${own.id}`)
  await userEvent.keyboard('are')
  await expect.element(field).toHaveValue('henare')
  await expect.element(field).toHaveFocus()
  await session.leave()
  await expect.poll(address).toBe(`/board?site=${own.id}`)
  await page.getByRole('button', { name: 'Wall mode' }).click()
  await page.getByRole('button', { name: 'Exit wall mode' }).click()
  await expect.element(field).toHaveValue('henare')
})

test('on a phone the start of a muster takes one line between its bar and its people', async () => {
  await page.viewport(360, 740)
  const own = { ...anySite, id: crypto.randomUUID() }
  await openSite(own, () => new Promise(() => {}), undefined, [henare])
  const session = musterOf(own.id)
  void session.start(true, { site_name: own.name, time_zone: own.timeZone }, [henare])
  await expect.element(page.getByText(/^since /).last()).toBeVisible()
  const { top = 0 } = document.querySelector('[data-rows]')?.getBoundingClientRect() ?? {}
  const above = document.querySelector('[data-notices]')?.previousElementSibling?.getBoundingClientRect()
  expect(top - (above?.bottom ?? 0)).toBeLessThan(40)
  await session.leave()
})

const henare: BoardPerson = {
  id: '',
  kind: 'visitor',
  firstName: 'Mere',
  lastName: 'Henare',
  role: null,
  empNo: null,
  checkedIn: true,
  logDate: null,
  tel: null,
  telMasked: false,
  phoneExt: null,
  hasPhoto: false,
  dependents: 0,
  host: null,
}
