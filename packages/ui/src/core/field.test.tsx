import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CheckboxInput } from './checkbox-input.tsx'
import { ChoiceList } from './choice-list.tsx'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { SelectInput } from './select-input.tsx'
import { TextArea, TextInput } from './text-input.tsx'

/** The attributes of the first element with this name. */
function attributesOf(name: string, node: ReactNode): Map<string, string> {
  const [, inside = ''] = new RegExp(`<${name}\\b([^>]*)>`).exec(renderToStaticMarkup(node)) ?? []
  return new Map([...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]))
}

const controls: [string, string, ReactNode][] = [
  ['TextInput', 'input', <TextInput key="a" />],
  ['TextArea', 'textarea', <TextArea key="a" />],
  ['SelectInput', 'select', <SelectInput key="a" />],
  [
    'PasswordInput',
    'input',
    <PasswordInput key="a" autoComplete="new-password" showLabel="Show" hideLabel="Hide" />,
  ],
  ['CodeInput', 'input', <CodeInput key="a" value="" onChange={() => {}} />],
]

describe.each(controls)('%s in a field', (_name, element, control) => {
  test('answers to its label and nothing more while all is well', () => {
    const field = (
      <Field id="mobile" label="Mobile">
        {control}
      </Field>
    )
    expect(attributesOf('label', field).get('for')).toBe('mobile')
    const attributes = attributesOf(element, field)
    expect(attributes.get('id')).toBe('mobile')
    expect(attributes.has('aria-describedby')).toBe(false)
    expect(attributes.has('aria-invalid')).toBe(false)
  })

  test('is described by its hint and its error, in this order', () => {
    const field = (
      <Field id="mobile" label="Mobile" hint="With area code" error="Please enter a valid phone number">
        {control}
      </Field>
    )
    const attributes = attributesOf(element, field)
    expect(attributes.get('aria-describedby')).toBe('mobile-hint mobile-error')
    expect(attributes.get('aria-invalid')).toBe('true')
    const markup = renderToStaticMarkup(field)
    expect(markup).toContain('id="mobile-hint">With area code')
    expect(markup).toMatch(/id="mobile-error" aria-live="polite">.*Please enter a valid phone number/)
  })
})

test('fields without an id of their own do not share one', () => {
  const markup = renderToStaticMarkup(
    <>
      <Field label="First name">
        <TextInput />
      </Field>
      <Field label="Last name">
        <TextInput />
      </Field>
    </>,
  )
  const ids = [...markup.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
})

test('a code can be pasted with spaces, filled in by the phone and typed on a number pad', () => {
  const attributes = attributesOf('input', <CodeInput value="12" onChange={() => {}} />)
  expect(attributes.has('maxLength')).toBe(false)
  expect(attributes.get('autoComplete')).toBe('one-time-code')
  expect(attributes.get('inputMode')).toBe('numeric')
})

test('a tick is described by its error', () => {
  const attributes = attributesOf(
    'input',
    <CheckboxInput id="agree" label="I agree" error="Agree to go on" />,
  )
  expect(attributes.get('aria-describedby')).toBe('agree-error')
  expect(attributes.get('aria-invalid')).toBe('true')
})

describe('a list of choices', () => {
  const choices = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]
  test('is a group with its question as the legend, the answer given and the error tied to it', () => {
    const list = (
      <ChoiceList
        type="radio"
        id="q1"
        legend="Fever?"
        choices={choices}
        value="no"
        error="Answer"
        onChange={() => {}}
      />
    )
    expect(attributesOf('fieldset', list).get('aria-describedby')).toBe('q1-error')
    const markup = renderToStaticMarkup(list)
    expect(markup).toMatch(/<legend[^>]*>Fever\?<\/legend>/)
    const chosen = [...markup.matchAll(/<input[^>]*>/g)].filter(([input]) => input.includes('checked=""'))
    expect(chosen.map(([input]) => /value="(\w+)"/.exec(input)?.[1])).toEqual(['no'])
    expect(markup.match(/aria-invalid="true"/g)).toHaveLength(2)
  })

  test('of ticks shows each that is chosen', () => {
    const markup = renderToStaticMarkup(
      <ChoiceList
        type="checkbox"
        legend="Tools"
        choices={choices}
        value={['yes', 'no']}
        onChange={() => {}}
      />,
    )
    expect(markup.match(/type="checkbox"/g)).toHaveLength(2)
    expect(markup.match(/checked=""/g)).toHaveLength(2)
  })
})
