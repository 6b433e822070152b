import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeInput, type CodeInputProps } from './code-input.tsx'
import { Field } from './field.tsx'

function CodeStep(props: Omit<CodeInputProps, 'value' | 'onChange'>) {
  const [code, setCode] = useState('')
  return (
    <Field label="Verification code">
      <CodeInput {...props} value={code} onChange={setCode} />
      <button type="button" onClick={() => setCode('')}>
        Clear
      </button>
    </Field>
  )
}

const field = page.getByRole('textbox', { name: 'Verification code' })

/** Pastes a text at the focus. */
function paste(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const taken = document.activeElement!.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  // A synthetic paste event inserts nothing; this does what the browser would do.
  if (taken) document.execCommand('insertText', false, text)
}

test('drops all but digits and reports the full code once', async () => {
  const onComplete = vi.fn()
  await render(<CodeStep onComplete={onComplete} />)
  await field.click()
  await userEvent.keyboard('1a2-3 45')
  await expect.element(field).toHaveValue('12345')
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('67')
  await expect.element(field).toHaveValue('123456')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test.each(['123 456', '123-456', ' 123456\n', 'Your code is 123456', '１２３４５６'])(
  'takes "%s" in one paste',
  async (text) => {
    const onComplete = vi.fn()
    await render(<CodeStep onComplete={onComplete} />)
    await field.click()
    paste(text)
    await expect.element(field).toHaveValue('123456')
    expect(onComplete.mock.calls).toEqual([['123456']])
  },
)

test('is filled in by the phone and opens its number pad', async () => {
  await render(<CodeStep />)
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(field).toHaveAttribute('inputmode', 'numeric')
  await expect.element(field).not.toHaveAttribute('maxlength')
})

test('starts with the focus where it is asked to', async () => {
  await render(<CodeStep autoFocus />)
  await expect.element(field).toHaveFocus()
})

test('a wrong code brings the focus back, each time', async () => {
  const { rerender } = await render(<CodeStep />)
  for (const shake of [1, 2]) {
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.element(field).not.toHaveFocus()
    await rerender(<CodeStep shake={shake} />)
    await expect.element(field).toHaveFocus()
  }
})

test('shows the digits in slots that a screen reader does not hear', async () => {
  const { container } = await render(<CodeStep length={4} />)
  await field.fill('407')
  const slots = container.querySelector('[aria-hidden=true]')!
  expect(Array.from(slots.children, ({ textContent }) => textContent)).toEqual(['4', '0', '7', ''])
})
