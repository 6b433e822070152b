import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FilterComboBox } from './filter-combo-box.tsx'

const sites = [
  { id: '1', label: 'Harbour Gallery' },
  { id: '2', label: 'Łódź Mill' },
  { id: '3', label: 'Saltpan Theatre' },
]
const onChange = vi.fn()
const onSearch = vi.fn()
beforeEach(() => {
  onChange.mockClear()
  onSearch.mockClear()
})

/** Searches as the server does: the chosen option comes first, whether it matches or not. */
interface SiteProps {
  first?: string | null
  /** How long the page takes to follow a choice, and then to update its options. */
  delayMs?: number
  /** Maximum number of options. */
  most?: number
}

function Site({ first = null, delayMs = 0, most = 10 }: SiteProps) {
  const [site, setSite] = useState(first)
  const [text, setText] = useState('')
  const isFound = (label: string) => label.toLowerCase().includes(text.toLowerCase())
  // While loading, the options lack the choice, as with a server.
  const [loaded, setLoaded] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(site), delayMs)
    return () => clearTimeout(timer)
  }, [site, delayMs])
  const options = sites.filter(({ id, label }) => id === loaded || isFound(label)).slice(0, most)
  return (
    <>
      <FilterComboBox
        label="Site"
        allLabel="All"
        options={options}
        value={site}
        onChange={(id) => {
          onChange(id)
          if (delayMs === 0) setSite(id)
          else setTimeout(() => setSite(id), delayMs)
        }}
        onSearch={(typed) => {
          onSearch(typed)
          setText(typed)
        }}
        note={options.length === 0 ? 'Nothing found' : undefined}
      />
      <p>
        of the page: {site}, loaded: {loaded}
      </p>
      <button type="button" onClick={() => setSite(null)}>
        Clear all
      </button>
    </>
  )
}

const box = page.getByRole('combobox', { name: 'Site' })
const namesShown = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

describe('a filter that is searched', () => {
  test('shows all options, and those that the search answers while one types', async () => {
    await render(<Site />)
    await box.click()
    await expect.poll(namesShown).toEqual(sites.map(({ label }) => label))
    await userEvent.keyboard('salt')
    await expect.poll(namesShown).toEqual(['Saltpan Theatre'])
    expect(onSearch.mock.lastCall).toEqual(['salt'])
    await page.getByRole('option', { name: 'Saltpan Theatre' }).click()
    await expect.poll(() => onChange.mock.lastCall).toEqual(['3'])
    await expect.element(box).toHaveValue('Saltpan Theatre')
  })

  test('stays closed after a choice that its page takes over later, and follows the page', async () => {
    await render(<Site delayMs={200} most={1} />)
    await box.fill('salt')
    await page.getByRole('option', { name: 'Saltpan Theatre' }).click()
    const wasOpen = vi.fn()
    const watch = setInterval(() => namesShown().length > 0 && wasOpen(), 5)
    await expect.poll(() => page.getByText('of the page: 3, loaded: 3').elements()).toHaveLength(1)
    clearInterval(watch)
    expect(wasOpen).not.toHaveBeenCalled()
    await expect.element(box).toHaveValue('Saltpan Theatre')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.element(box).toHaveValue('')
  })

  test('shows all options again when it is opened with a choice', async () => {
    await render(<Site first="2" />)
    await expect.element(box).toHaveValue('Łódź Mill')
    await box.click()
    await expect.poll(namesShown).toEqual(sites.map(({ label }) => label))
  })

  test('keeps the choice when one leaves it amid typing, and the search ends', async () => {
    await render(<Site first="2" />)
    await box.fill('zz')
    await expect.poll(() => onSearch.mock.lastCall).toEqual(['zz'])
    await userEvent.keyboard('{Escape}')
    await expect.element(box).toHaveValue('Łódź Mill')
    expect(onChange.mock.calls.filter(([id]) => id !== '2')).toEqual([])
    expect(onSearch.mock.lastCall).toEqual([''])
  })

  test('shows all where its text is deleted', async () => {
    await render(<Site first="2" />)
    await box.fill('')
    await expect.poll(() => onChange.mock.lastCall).toEqual([null])
    await userEvent.tab()
    await expect.element(box).toHaveValue('')
  })

  test('says when nothing is found', async () => {
    await render(<Site />)
    await box.fill('zz')
    await expect.element(page.getByText('Nothing found')).toBeVisible()
    expect(onChange).not.toHaveBeenCalled()
  })
})
