import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { CommandPalette } from './command-palette.tsx'

const places: Record<string, string> = { 'harbour gallery': 'harbour', 'ridge camp': 'ridge' }
const names: Record<string, string> = { 'harbour gallery': 'Harbour Gallery', 'ridge camp': 'Ridge Camp' }

/**
 * A server that finds one site by its whole name. The response to `ridge camp` waits until the test
 * releases it.
 */
function slowServer() {
  const server = stubApi()
  let answer = () => {}
  const wait = new Promise<void>((resolve) => (answer = resolve))
  server.on(searchEverythingEndpoint, async ({ query: { search = '' } }) => {
    if (search === 'ridge camp') await wait
    const id = places[search]
    return {
      items:
        id === undefined ? [] : [{ kind: 'site' as const, id, name: names[search] ?? '', detail: 'Kai' }],
    }
  })
  return { server, answer: () => answer() }
}

const field = page.getByRole('combobox', { name: 'Search' })
const option = (name: string) => page.getByRole('option', { name: new RegExp(name) })

function Page() {
  return <CommandPalette pages={[]} actions={[]} onClose={() => {}} />
}

test('what was found for an earlier text is neither chosen nor opened; Enter waits for the answer', async () => {
  const { server, answer } = slowServer()
  const { url } = await renderPage({ Page })
  await field.fill('harbour gallery')
  await expect.element(option('Harbour Gallery')).toHaveAttribute('aria-selected', 'true')

  await field.fill('ridge camp')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.requestsOf(searchEverythingEndpoint).at(-1)?.query)
    .toEqual({ search: 'ridge camp' })
  await expect.element(option('Harbour Gallery')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(option('Harbour Gallery')).toHaveAttribute('aria-selected', 'false')
  await option('Harbour Gallery').click({ force: true })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(url()).toBe('/page')

  answer()
  await expect.poll(url).toBe('/site_management/ridge')
})

test('Enter that waits for a text is forgotten with the text', async () => {
  const { answer } = slowServer()
  const { url } = await renderPage({ Page })
  await field.fill('ridge camp')
  await userEvent.keyboard('{Enter}')
  await field.fill('harbour gallery')
  await expect.element(option('Harbour Gallery')).toHaveAttribute('aria-selected', 'true')
  answer()
  expect(url()).toBe('/page')
})
