import { queryClient } from '@gatehouse/api-client/query-client'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderBoardPart, site as anySite } from '../test/render-muster.tsx'
import { musterOf } from './features/board/muster/sessions.ts'
import { tokens } from './lib/api.ts'
import { routeTree } from './routeTree.gen.ts'

const site = { ...anySite, id: crypto.randomUUID() }

/** Opens an address of the board without a network, after its first responses. @returns the present address */
async function open(url: string): Promise<() => string> {
  tokens.set(`.${btoa(JSON.stringify({ sub: 'warden' }))}.`)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => {
    tokens.set(undefined)
    vi.unstubAllGlobals()
  })
  for (const asked of [undefined, site.id])
    queryClient.setQueryData(['board', 'sites', { search: undefined, site: asked }], [site])
  queryClient.setQueryData(['board', site.id, 'in'], [])
  queryClient.setQueryData(['board', site.id, 'doubted'], [])
  queryClient.setQueryData(['may-use-portal'], true)
  queryClient.setQueryData(['session'], { config: { region: 'AU', look: 'presence', language: 'en-AU' } })
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await renderBoardPart(<RouterProvider router={router} />)
  return () => history.location.href
}

test('the address of a wall before it had a path leads to the wall', async () => {
  const address = await open(`/board?site=${site.id}&wall=1`)
  await expect.element(page.getByRole('button', { name: 'Leave the wall' })).toBeVisible()
  expect(address()).toBe(`/board/wall?site=${site.id}`)
  await page.getByRole('button', { name: 'Leave the wall' }).click()
  await expect.element(page.getByRole('button', { name: 'On a wall' })).toBeVisible()
  expect(address()).toBe(`/board?site=${site.id}`)
})

test('a wall whose address names no site stays a wall when its site is chosen', async () => {
  const address = await open('/board?wall=1')
  await expect.element(page.getByRole('button', { name: 'Leave the wall' })).toBeVisible()
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
