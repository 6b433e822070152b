import { optionsEndpoint } from '@gatehouse/validation/list-endpoint'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { SearchedFilter } from './list-filters.tsx'

const sitesEndpoint = optionsEndpoint({
  path: '/test/sites',
  summary: 'Sites of this test.',
  access: 'staff',
})
const sites = Array.from({ length: 300 }, (_, at) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `Hall ${at}`,
}))
const SHOWN = 5

function Filter() {
  const [site, setSite] = useState<string>()
  return (
    <>
      <SearchedFilter label="Site" value={site} onChange={setSite} endpoint={sitesEndpoint} />
      <button type="button">Next</button>
      <output>{sites.find(({ id }) => id === site)?.name}</output>
    </>
  )
}

/** @returns a function that lets the server respond */
function stubSites(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  stubApi().on(sitesEndpoint, async ({ query: { search = '', chosen } }) => {
    await promise
    const found = sites.filter(({ name }) => name.includes(search))
    const shown = [...found.filter(({ id }) => id === chosen), ...found.filter(({ id }) => id !== chosen)]
    return { items: shown.slice(0, SHOWN), has_more: found.length > SHOWN }
  })
  return resolve
}

const list = page.getByRole('combobox', { name: 'Site' })
const isNative = () => list.element() instanceof HTMLSelectElement

test('finds an option that the first response lacks', async () => {
  stubSites()()
  await renderPage({ Page: Filter })
  await expect.poll(isNative).toBe(false)
  await list.fill('Hall 299')
  await page.getByRole('option', { name: 'Hall 299' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Hall 299')
  await expect.element(list).toHaveValue('Hall 299')
})

test('a list that was opened before the response stays until it is left', async () => {
  const respond = stubSites()
  await renderPage({ Page: Filter })
  await list.click()
  respond()
  await expect.element(page.getByRole('option', { name: 'Hall 3' })).toBeInTheDocument()
  await import('@gatehouse/ui/aria/filter-combo-box')
  await list.selectOptions('Hall 3')
  expect(isNative()).toBe(true)
  await expect.element(page.getByRole('status')).toHaveTextContent('Hall 3')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(isNative).toBe(false)
  await expect.element(list).toHaveValue('Hall 3')
})
