import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { StepMenu } from './step-menu.tsx'

const onSelect = vi.fn()
const renderMenu = () =>
  render(
    <StepMenu
      label="Steps"
      doneLabel="done"
      onSelect={onSelect}
      steps={[
        { id: 'details', label: 'Details', state: 'done', href: '#details' },
        { id: 'questions', label: 'Questions', state: 'current', href: '#questions' },
        { id: 'code', label: 'Enter Code', state: 'locked', href: '#code' },
      ]}
    />,
  )

test('links only where one can go, and says in words that a step is done', async () => {
  await renderMenu()
  const names = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Details done'])
})

test('marks the step one is at', async () => {
  const { container } = await renderMenu()
  const current = Array.from(container.querySelectorAll('[aria-current]'))
  expect(current.map((step) => [step.getAttribute('aria-current'), step.textContent])).toEqual([
    ['step', '2Questions'],
  ])
})

test('a plain press goes to the step; one for a new tab stays with the browser', async () => {
  await renderMenu()
  const link = page.getByRole('link', { name: 'Details done' }).element()
  const press = (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    link.addEventListener('click', (caught) => setTimeout(() => caught.preventDefault()), { once: true })
    link.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press({})).toBe(true)
  expect(onSelect.mock.calls).toEqual([['details']])
  expect(press({ shiftKey: true })).toBe(false)
  expect(onSelect).toHaveBeenCalledOnce()
})
