import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Select, type SelectProps } from './select.tsx'

const options = [
  { id: 'staff', label: 'Staff', hint: 'Sees the sites given to them' },
  { id: 'site_admin', label: 'Site admin' },
  { id: 'sysadmin', label: 'Sysadmin', isDisabled: true },
]

function Access(props: Partial<SelectProps>) {
  const [access, setAccess] = useState<string | null>(null)
  return (
    <>
      <Select
        label="Access"
        options={options}
        value={access}
        onChange={setAccess}
        placeholder="Choose"
        {...props}
      />
      <output>{access ?? 'none'}</output>
    </>
  )
}

const button = page.getByRole('button', { name: /Access/ })
const list = page.getByRole('listbox')
const chosen = page.getByRole('status')

describe('a select', () => {
  test('shows its placeholder, then the name of what was chosen without its hint', async () => {
    await render(<Access />)
    await expect.element(button).toHaveTextContent('Choose')
    await button.click()
    await page.getByRole('option', { name: /^Staff/ }).click()
    await expect.element(chosen).toHaveTextContent('staff')
    await expect.element(button).toHaveTextContent('Staff')
  })

  test('is chosen from by keys alone; the focus goes back to the button', async () => {
    await render(<Access />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(chosen).toHaveTextContent('site_admin')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  test('finds an option by its first letters', async () => {
    await render(<Access />)
    await button.click()
    await userEvent.keyboard('si{Enter}')
    await expect.element(chosen).toHaveTextContent('site_admin')
  })

  test('Escape chooses nothing', async () => {
    await render(<Access />)
    await button.click()
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(chosen).toHaveTextContent('none')
    await expect.element(button).toHaveFocus()
  })

  test('a disabled option cannot be chosen', async () => {
    await render(<Access />)
    await button.click()
    const disabled = page.getByRole('option', { name: 'Sysadmin' })
    await expect.element(disabled).toHaveAttribute('aria-disabled', 'true')
    await disabled.click({ force: true })
    await expect.element(list).toBeVisible()
  })

  test('is described by its error', async () => {
    await render(<Access error="Please choose" />)
    await expect.element(button).toHaveAccessibleDescription(/Please choose/)
  })
})
