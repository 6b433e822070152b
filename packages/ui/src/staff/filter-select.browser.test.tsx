import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FilterSelect } from './filter-select.tsx'

test('a filter with the focus has one ring, on its border', async () => {
  const options = [{ value: 'a', label: 'A' }]
  await render(<FilterSelect label="Site" value="a" options={options} onChange={() => undefined} />)
  const select = page.getByRole('combobox', { name: 'Site' }).element()
  if (!(select instanceof HTMLSelectElement)) throw new Error('no select')
  select.focus({ focusVisible: true })
  const frame = getComputedStyle(select.parentElement!, '::before')
  expect(frame.outlineStyle).toBe('solid')
  expect(frame.outlineOffset).toBe('0px')
  expect(frame.borderTopColor).toBe(frame.outlineColor)
  expect(getComputedStyle(select).outlineStyle).toBe('none')
})
