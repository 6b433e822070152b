import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NameComboBox, type NameComboBoxProps, type NamedOption } from './name-combo-box.tsx'

const people = [
  { id: '1', label: 'Ada Lind', hint: 'ada.lind@quay.example' },
  { id: '2', label: 'Ada Lind', hint: 'lind@quay.example' },
  { id: '3', label: 'Bo Ek', hint: 'bo@quay.example' },
]

const onSubmit = vi.fn()

/** Searches as the server does: by a part of the name. */
const found = (text: string) =>
  people.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))

function Host({
  first = { id: null, text: '' },
  search = found,
  ...props
}: Partial<NameComboBoxProps> & { first?: NamedOption; search?: typeof found }) {
  const [host, setHost] = useState(first)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(host)
      }}
    >
      <NameComboBox
        id="form-host"
        name="host"
        label="Host"
        options={search(host.text)}
        value={host}
        onChange={setHost}
        {...props}
      />
      <button>Send</button>
      <output data-testid="host">{JSON.stringify(host)}</output>
    </form>
  )
}

beforeEach(() => void onSubmit.mockClear())

const box = page.getByRole('combobox', { name: 'Host' })
const chosen = () => JSON.parse(page.getByTestId('host').element().textContent) as NamedOption
const list = page.getByRole('listbox')

describe('a combo box of names', () => {
  test('is chosen from by a press, and tells two of one name apart', async () => {
    await render(<Host />)
    await box.fill('ada')
    await page.getByRole('option', { name: /^Ada Lind\s*lind@/ }).click()
    await expect.poll(chosen).toEqual({ id: '2', text: 'Ada Lind' })
    await expect.element(box).toHaveValue('Ada Lind')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.tab()
    expect(chosen()).toEqual({ id: '2', text: 'Ada Lind' })
  })

  test('is chosen from by keys alone, which sends no form', async () => {
    await render(<Host />)
    await userEvent.tab()
    await userEvent.keyboard('bo{ArrowDown}{Enter}')
    await expect.poll(chosen).toEqual({ id: '3', text: 'Bo Ek' })
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ id: '3', text: 'Bo Ek' }]])
  })

  test('keeps a name that nobody has, also when it is left', async () => {
    await render(<Host note="No matches" />)
    await box.fill('Cy Zed')
    await expect.element(page.getByText('No matches')).toBeVisible()
    await userEvent.tab()
    await expect.element(box).toHaveValue('Cy Zed')
    expect(chosen()).toEqual({ id: null, text: 'Cy Zed' })
  })

  test('forgets the choice when the name is changed, and chooses none by itself', async () => {
    await render(<Host first={{ id: '3', text: 'Bo Ek' }} />)
    await box.click()
    await userEvent.keyboard('{End}{Backspace}')
    await expect.poll(chosen).toEqual({ id: null, text: 'Bo E' })
    await userEvent.keyboard('k')
    await userEvent.tab()
    expect(chosen()).toEqual({ id: null, text: 'Bo Ek' })
  })

  test('keeps the choice while the options lack it', async () => {
    await render(<Host first={{ id: '3', text: 'Bo Ek' }} search={() => []} />)
    await box.click()
    await userEvent.keyboard('{Escape}')
    await userEvent.tab()
    await expect.element(box).toHaveValue('Bo Ek')
    expect(chosen()).toEqual({ id: '3', text: 'Bo Ek' })
  })

  test('has the name and id of its field, and is described by its hint and its error', async () => {
    await render(<Host hint="Who waits" error="Not here" optional="(optional)" maxLength={5} />)
    const input = page.getByRole('combobox', { name: 'Host (optional)' })
    await expect.element(input).toHaveAttribute('id', 'form-host')
    await expect.element(input).toHaveAttribute('name', 'host')
    await expect.element(input).toHaveAttribute('maxlength', '5')
    await expect.element(input).toHaveAttribute('aria-invalid', 'true')
    await expect.element(input).toHaveAccessibleDescription(/Who waits.*Not here/)
  })

  test('stays open while the page scrolls', async () => {
    await render(
      <div style={{ padding: '400px 0 1500px' }}>
        <Host />
      </div>,
    )
    await box.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await scrollBy(document.scrollingElement!, 120)
    await page.getByRole('option', { name: /^Bo Ek/ }).click()
    await expect.poll(chosen).toEqual({ id: '3', text: 'Bo Ek' })
  })

  test('closes when a part of the page scrolls its field away', async () => {
    await render(
      <div data-testid="pane" style={{ height: 300, overflow: 'auto' }}>
        <div style={{ padding: '100px 0 1500px' }}>
          <Host />
        </div>
      </div>,
    )
    await box.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await scrollBy(page.getByTestId('pane').element(), 60)
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  })
})

/** Resolves after the scroll event, which browsers send before the second frame. */
async function scrollBy(element: Element, top: number): Promise<void> {
  element.scrollBy({ top, behavior: 'instant' })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
