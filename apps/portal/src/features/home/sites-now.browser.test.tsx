import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { SitesNow } from './sites-now.tsx'

const site = (name: string, overdue: number) => ({
  id: name,
  name,
  client_name: null,
  visits: 5,
  people: 5,
  overdue,
})
const muster = (siteId: string, drill: boolean) => ({ site_id: siteId, drill }) as Muster

test('a site with an evacuation comes first and says so in words, and one with a drill after it', async () => {
  await renderPage({
    Page: () => (
      <SitesNow
        sites={[site('Calm', 0), site('Drilling', 0), site('Burning', 2)]}
        musters={[muster('Drilling', true), muster('Burning', false)]}
        hasMore={false}
        canOpenList
      />
    ),
  })
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/Burning.*Evacuation.*2 overdue/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Drilling.*Evacuation drill/)
  await expect.element(rows.nth(3)).toMatchTextContent(/Calm.*No one overdue/)
  await expect.element(rows.nth(3)).not.toMatchTextContent(/Evacuation/)
})

test('sites of several clients name their own', async () => {
  const sites = [
    { ...site('Lobby', 0), client_name: 'Harbour' },
    { ...site('Pit', 0), client_name: 'Ridge' },
  ]
  await renderPage({ Page: () => <SitesNow sites={sites} musters={[]} hasMore={false} canOpenList /> })
  await expect.element(page.getByRole('columnheader', { name: 'Client' })).toBeVisible()
  await expect.element(page.getByRole('row').nth(2)).toMatchTextContent(/Pit.*Ridge/)
})

test.each([5, 6])(
  'of %i sites five are listed, and a link leads to all where there are more',
  async (count) => {
    const sites = Array.from({ length: count }, (_, at) => site(`Site ${at}`, 0))
    await renderPage({ Page: () => <SitesNow sites={sites} musters={[]} hasMore={false} canOpenList /> })
    await expect.element(page.getByRole('row').nth(5)).toBeVisible()
    expect(page.getByRole('row').elements()).toHaveLength(6)
    expect(page.getByRole('link', { name: 'All sites' }).elements()).toHaveLength(count - 5)
  },
)
