import { useState } from 'react'
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

/** Searches as the server does: the chosen one comes first, found or not. */
function Site({ first = null }: { first?: string | null }) {
  const [site, setSite] = useState(first)
  const [text, setText] = useState('')
  const isFound = (label: string) => label.toLowerCase().includes(text.toLowerCase())
  const options = sites.filter(({ id, label }) => id === site || isFound(label))
  return (
    <FilterComboBox
      label="Site"
      allLabel="All"
      options={options}
      value={site}
      onChange={(id) => {
        onChange(id)
        setSite(id)
      }}
      onSearch={(typed) => {
        onSearch(typed)
        setText(typed)
      }}
      note={options.length === 0 ? 'Nothing found' : undefined}
    />
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
