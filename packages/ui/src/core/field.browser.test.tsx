import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CheckboxInput } from './checkbox-input.tsx'
import { ChoiceList } from './choice-list.tsx'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { SelectInput } from './select-input.tsx'
import { TextArea, TextInput } from './text-input.tsx'

const controls: [string, ReactNode][] = [
  ['TextInput', <TextInput key="a" />],
  ['TextArea', <TextArea key="a" />],
  ['SelectInput', <SelectInput key="a" />],
  ['PasswordInput', <PasswordInput key="a" autoComplete="new-password" showLabel="Show" hideLabel="Hide" />],
  ['CodeInput', <CodeInput key="a" value="" onChange={() => {}} />],
]
const control = page.getByLabelText('Mobile')

describe.each(controls)('%s in a field', (_name, element) => {
  test('is named by its label, and described by nothing while it is valid', async () => {
    await render(
      <Field id="mobile" label="Mobile">
        {element}
      </Field>,
    )
    await page.getByText('Mobile').click()
    await expect.element(control).toHaveFocus()
    await expect.element(control).toHaveAttribute('id', 'mobile')
    await expect.element(control).not.toHaveAttribute('aria-describedby')
    await expect.element(control).not.toHaveAttribute('aria-invalid')
  })

  test('is described by its hint and its error, in this order', async () => {
    await render(
      <Field id="mobile" label="Mobile" hint="With area code" error="Please enter a valid phone number">
        {element}
      </Field>,
    )
    await expect
      .element(control)
      .toHaveAccessibleDescription('With area code Please enter a valid phone number')
    await expect.element(control).toBeInvalid()
  })
})

test('an error that comes later is read out', async () => {
  const field = (error?: string) => (
    <Field id="mobile" label="Mobile" error={error}>
      <TextInput />
    </Field>
  )
  const { rerender, container } = await render(field())
  const region = container.querySelector('[aria-live=polite]')!
  expect(region.textContent).toBe('')
  await rerender(field('Please enter a valid phone number'))
  expect(region.textContent).toBe('Please enter a valid phone number')
})

test('fields without an id of their own do not share one', async () => {
  await render(
    <>
      <Field label="First name">
        <TextInput />
      </Field>
      <Field label="Last name">
        <TextInput />
      </Field>
    </>,
  )
  await page.getByLabelText('Last name').fill('Kelly')
  await expect.element(page.getByLabelText('First name')).toHaveValue('')
  await expect.element(page.getByLabelText('Last name')).toHaveValue('Kelly')
})

test('a password is shown and hidden again by its button', async () => {
  await render(
    <Field label="Password">
      <PasswordInput autoComplete="current-password" showLabel="Show" hideLabel="Hide" />
    </Field>,
  )
  const password = page.getByLabelText('Password')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('a tick is described by its error', async () => {
  await render(<CheckboxInput id="agree" label="I agree" error="Agree to go on" />)
  const tick = page.getByRole('checkbox', { name: 'I agree' })
  await expect.element(tick).toHaveAccessibleDescription('Agree to go on')
  await expect.element(tick).toBeInvalid()
})

describe('a list of choices', () => {
  const choices = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]
  const onChange = vi.fn()

  test('is a group with its question as the name, the answer given and the error tied to it', async () => {
    await render(
      <ChoiceList
        type="radio"
        legend="Fever?"
        choices={choices}
        value="no"
        error="Answer"
        onChange={onChange}
      />,
    )
    const group = page.getByRole('group', { name: 'Fever?' })
    await expect.element(group).toHaveAccessibleDescription('Answer')
    await expect.element(group.getByRole('radio', { name: 'No' })).toBeChecked()
    await expect.element(group.getByRole('radio', { name: 'Yes' })).not.toBeChecked()
    for (const { label } of choices)
      await expect.element(group.getByRole('radio', { name: label })).toBeInvalid()
    await page.getByText('Yes').click()
    expect(onChange.mock.lastCall).toEqual(['yes'])
  })

  test('one of two is chosen with the arrow keys', async () => {
    await render(<ChoiceList type="radio" legend="Fever?" choices={choices} value="no" onChange={onChange} />)
    await userEvent.tab()
    await expect.element(page.getByRole('radio', { name: 'No' })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    expect(onChange.mock.lastCall).toEqual(['yes'])
  })

  test('of ticks shows each that is chosen and takes one away', async () => {
    await render(
      <ChoiceList
        type="checkbox"
        legend="Tools"
        choices={choices}
        value={['yes', 'no']}
        onChange={onChange}
      />,
    )
    for (const { label } of choices)
      await expect.element(page.getByRole('checkbox', { name: label })).toBeChecked()
    await page.getByText('Yes').click()
    expect(onChange.mock.lastCall).toEqual([['no']])
  })
})
