import { queryClient } from '@gatehouse/api-client/query-client'
import { listMustersEndpoint, type ListedMuster } from '@gatehouse/validation/endpoints/musters'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { chosenClient } from '../../lib/chosen-client.ts'
import { runningMustersQuery } from '../../lib/running-musters.ts'
import { MusterBar } from './muster-bar.tsx'

const startedAt = new Date(Date.now() - 60_000).toISOString()
const muster = (site: string, changes: Partial<ListedMuster> = {}): ListedMuster => ({
  id: site,
  site_id: `id-of-${site}`,
  site_name: site,
  client_name: 'Ridge',
  time_zone: 'Australia/Sydney',
  drill: false,
  started_at: startedAt,
  became_real_at: null,
  started_by: null,
  ended_at: null,
  ended_by: null,
  forgotten: false,
  safe: null,
  missing: null,
  total: null,
  ...changes,
})

/** @returns a function that sets the running musters, as the next poll finds them */
async function render(...first: ListedMuster[]) {
  return renderFor({}, ...first)
}

async function renderFor(person: Partial<Profile>, ...first: ListedMuster[]) {
  let items = first
  const api = stubApi()
  api.on(listMustersEndpoint, () => ({ items, total: items.length }))
  await renderPage({ Page: MusterBar, person })
  return {
    asked: () => api.requests.map(({ query }) => query),
    becomes: (...next: ListedMuster[]) => {
      items = next
      return queryClient.invalidateQueries(runningMustersQuery)
    },
  }
}
const bar = () => page.getByRole('alert')
const drillBar = () => page.getByRole('status').filter({ hasText: 'Evacuation drill' })

test('without a muster there is no bar, and only the running ones are asked for', async () => {
  const { asked } = await render()
  await expect.poll(asked).toMatchObject([{ running: 'true' }])
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(drillBar()).not.toBeInTheDocument()
})

test('an evacuation is said with its site and start, leads to its board, and goes at its end', async () => {
  const { becomes } = await render()
  await becomes(muster('Quay Hall'))
  await expect.element(bar()).toMatchTextContent(/Evacuation.*Quay Hall since \d+:\d\d/)
  await expect
    .element(bar().getByRole('link', { name: 'Open muster Quay Hall' }))
    .toHaveAttribute('href', '/board?site=id-of-Quay Hall')
  await becomes()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('a drill is a bar of its own, which does not interrupt, until it becomes an evacuation', async () => {
  const { becomes } = await render(muster('Quay Hall'), muster('Pier', { drill: true }))
  await expect.element(drillBar()).toMatchTextContent(/Pier/)
  await expect.element(bar()).not.toMatchTextContent(/Pier/)
  await becomes(muster('Quay Hall'), muster('Pier', { became_real_at: new Date().toISOString() }))
  await expect.element(bar()).toMatchTextContent(/Quay Hall.*Pier/)
  await expect.element(drillBar()).not.toBeInTheDocument()
})

test('of many sites the bar names three', async () => {
  await render(...['One', 'Two', 'Three', 'Four', 'Five'].map((site) => muster(site)))
  await expect.element(bar()).toMatchTextContent(/One.*Two.*Three.*and 2 more/)
  await expect.element(bar()).not.toMatchTextContent(/Four/)
})

test('the client is named beside the site where all clients are listed, and only there', async () => {
  const { becomes } = await renderFor({ site_admin: true }, muster('Quay Hall'))
  await expect.element(bar()).toMatchTextContent(/Quay Hall \(Ridge\) since/)
  chosenClient.set({ id: 'ridge' })
  await becomes(muster('Pier'))
  await expect.element(bar()).toMatchTextContent(/Pier since/)
  chosenClient.set(undefined)
})

test('what sticks to the top of a page begins below the bar', async () => {
  const room = () => document.documentElement.style.getPropertyValue('--banner')
  const { becomes } = await render(muster('Quay Hall'))
  await expect.element(bar()).toBeVisible()
  await expect.poll(room).toBe(`${bar().element().getBoundingClientRect().height}px`)
  await becomes()
  await expect.poll(room).toBe('')
})
