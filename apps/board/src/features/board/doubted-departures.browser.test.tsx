import { queryClient } from '@gatehouse/api-client/query-client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderBoardPart, site } from '../../../test/render-muster.tsx'
import { DoubtedDepartures } from './doubted-departures.tsx'

const left = { id: 'visit', firstName: 'Ana', lastName: 'Silva', leftAt: '2026-11-20T03:57:00.000Z' }

test('a person on several phones who has left is named, with the time of the site', async () => {
  queryClient.setQueryData(['board', site.id, 'doubted'], [left])
  await renderBoardPart(<DoubtedDepartures site={site} />)
  await expect.element(page.getByText('Left, reported by another phone')).toBeVisible()
  await expect.element(page.getByText(/^Ana Silva, 3:57\sam\sUTC$/)).toBeVisible()
})

test('of many the latest are named, and all of them after a press', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...left, id: `visit ${index}` }))
  queryClient.setQueryData(['board', site.id, 'doubted'], many)
  await renderBoardPart(<DoubtedDepartures site={site} />)
  expect(page.getByRole('listitem').elements()).toHaveLength(10)
  await page.getByRole('button', { name: 'Show all 12' }).click()
  expect(page.getByRole('listitem').elements()).toHaveLength(12)
})

test('of anybody else nothing is said', async () => {
  queryClient.setQueryData(['board', site.id, 'doubted'], [])
  const { container } = await renderBoardPart(<DoubtedDepartures site={site} />)
  expect(container.textContent).toBe('')
})
