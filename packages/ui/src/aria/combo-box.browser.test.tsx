import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ComboBox, type ComboBoxProps } from './combo-box.tsx'

const options = [
  { id: 'AU', label: 'Australia' },
  { id: 'AT', label: 'Austria' },
  { id: 'CL', label: 'Chile' },
  { id: 'CI', label: 'Côte d’Ivoire' },
]

const onChange = vi.fn()

function Country({ first = null, ...props }: Partial<ComboBoxProps> & { first?: string | null }) {
  const [country, setCountry] = useState(first)
  return (
    <ComboBox
      label="Country"
      options={options}
      value={country}
      onChange={(id) => {
        onChange(id)
        setCountry(id)
      }}
      nothingFound="No country matches."
      {...props}
    />
  )
}

beforeEach(() => void onChange.mockClear())

const box = page.getByRole('combobox', { name: 'Country' })
const option = (name: string) => page.getByRole('option', { name })
const namesShown = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

describe('a combo box', () => {
  test('shows all options at the first focus, and those that match while one types', async () => {
    await render(<Country />)
    await box.click()
    await expect.poll(namesShown).toEqual(options.map(({ label }) => label))
    await userEvent.keyboard('aus')
    await expect.poll(namesShown).toEqual(['Australia', 'Austria'])
  })

  test('is chosen from by keys alone, and the list goes', async () => {
    await render(<Country />)
    await userEvent.tab()
    await expect.element(box).toHaveFocus()
    await userEvent.keyboard('aus{ArrowDown}{ArrowDown}{Enter}')
    await expect.poll(() => onChange.mock.lastCall).toEqual(['AT'])
    await expect.element(box).toHaveValue('Austria')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(box).toHaveFocus()
  })

  test('is chosen from by a press', async () => {
    await render(<Country />)
    await box.fill('chi')
    await option('Chile').click()
    await expect.poll(() => onChange.mock.lastCall).toEqual(['CL'])
    await expect.element(box).toHaveValue('Chile')
  })

  test('finds a name with accents by its plain letters', async () => {
    await render(<Country />)
    await box.fill('cote')
    await expect.poll(namesShown).toEqual(['Côte d’Ivoire'])
  })

  test('says when nothing matches', async () => {
    await render(<Country />)
    await box.fill('zz')
    await expect.element(page.getByText('No country matches.')).toBeVisible()
    expect(onChange).not.toHaveBeenCalled()
  })

  test('Escape closes the list and keeps the choice', async () => {
    await render(<Country first="CL" />)
    await box.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(box).toHaveValue('Chile')
  })

  test('is described by its hint and its error', async () => {
    await render(<Country hint="Where the site is" error="Please choose a country" />)
    await expect.element(box).toHaveAttribute('aria-invalid', 'true')
    await expect.element(box).toHaveAccessibleDescription(/Where the site is.*Please choose a country/)
  })

  test('opens nothing while it is disabled', async () => {
    await render(<Country isDisabled />)
    await expect.element(box).toBeDisabled()
    await expect.element(page.getByRole('button')).toBeDisabled()
  })

  test('stays open while the page scrolls', async () => {
    await render(
      <div style={{ padding: '400px 0 1500px' }}>
        <Country />
      </div>,
    )
    await box.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await scrollBy(document.scrollingElement!, 120)
    await option('Chile').click()
    await expect.poll(() => onChange.mock.lastCall).toEqual(['CL'])
  })

  test('closes when a part of the page scrolls its field away', async () => {
    await render(
      <div data-testid="pane" style={{ height: 300, overflow: 'auto' }}>
        <div style={{ padding: '100px 0 1500px' }}>
          <Country />
        </div>
      </div>,
    )
    await box.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await scrollBy(page.getByTestId('pane').element(), 60)
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  })
})

/** Resolves when the scroll event has been handled: the browser sends it before the second frame. */
async function scrollBy(element: Element, top: number): Promise<void> {
  element.scrollBy({ top, behavior: 'instant' })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
