import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { expect, onTestFinished, test, vi } from 'vitest'
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
        id === undefined
          ? []
          : [{ kind: 'site' as const, id, name: names[search] ?? '', detail: 'Kai', stay: null }],
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

test('people at the sites are found, with their site and the time by its clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T06:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const server = stubApi()
  const stay = { site_id: 'quay', at: '2026-11-20T02:07:00.000Z', time_zone: 'Australia/Sydney' }
  server.on(searchEverythingEndpoint, () => ({
    items: [
      { kind: 'present' as const, id: 'visit-1', name: 'Quang Nguyễn', detail: 'Quay Hall', stay },
      { kind: 'left' as const, id: 'visit-2', name: 'Linh Nguyễn', detail: 'Quay Hall', stay },
    ],
  }))
  const { url } = await renderPage({ Page })
  await field.fill('nguyen')
  await expect
    .element(page.getByRole('group', { name: 'On site' }).getByRole('option'))
    .toMatchTextContent(/Quang Nguyễn.*Quay Hall · On site since 1:07\spm AEDT/)
  await expect
    .element(page.getByRole('group', { name: 'Left today' }).getByRole('option'))
    .toMatchTextContent(/Linh Nguyễn.*Quay Hall · Left 1:07\spm AEDT/)
  await option('Linh').click()
  await expect
    .poll(url)
    .toBe(`/access_log?search=${encodeURIComponent('Linh Nguyễn').replace('%20', '+')}&site=quay&row=visit-2`)
})
