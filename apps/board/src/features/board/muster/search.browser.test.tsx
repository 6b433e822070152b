import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, markOf, renderMuster } from '../../../../test/render-muster.tsx'

const left = (name: string) => entryOf(name, { had_left: true, left_at: '2026-11-20T23:25:00.000Z' })
const search = async (text: string) => {
  await page.getByRole('searchbox', { name: 'Search people' }).fill(text)
}
const nobodyFound = page.getByText('No matches')

test('a search finds who stands below, and says that nobody is found where none is', async () => {
  await renderMuster({
    roll: [entryOf('Silva'), left('Tanaka'), left('Osei')],
    marks: [{ ...markOf('unknown', 'safe'), is_flagged: true }],
  })
  const apart = page.getByRole('heading', { name: 'Not on the list, and not counted' })
  await expect.element(apart).toBeVisible()
  await search('tanaka')
  await expect.element(page.getByRole('listitem').getByText('Tanaka')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Left shortly before' })).toBeVisible()
  await expect.element(page.getByText(/^1 person not counted\./)).toBeVisible()
  await expect.element(apart).not.toBeInTheDocument()
  await expect.element(nobodyFound).not.toBeInTheDocument()
  await search('nakamura')
  await expect.element(nobodyFound).toBeVisible()
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
})

test('of very many who have left those far from view have names only', async () => {
  const many = Array.from({ length: 700 }, (_, at) => left(`Tanaka ${at}`))
  await renderMuster({ roll: many })
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(700)
  expect(page.getByRole('checkbox').elements().length).toBeLessThan(400)
})
