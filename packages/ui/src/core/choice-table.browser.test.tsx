import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChoiceTable } from './choice-table.tsx'

type Pairs = Partial<Record<'hot' | 'cold', ('app' | 'mail')[]>>

const onChange = vi.fn<(pairs: Pairs) => void>()
const changed = () => onChange.mock.lastCall?.[0]
function Table({ start, error }: { start: Pairs; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <ChoiceTable
      legend="Events"
      hint="Choose some"
      error={error}
      rows={[
        { value: 'hot', label: 'Too hot', allLabel: 'Too hot: all channels' },
        { value: 'cold', label: 'Too cold', allLabel: 'Too cold: all channels' },
      ]}
      columns={[
        { value: 'app', label: 'App', allLabel: 'App: all events' },
        { value: 'mail', label: 'Email', allLabel: 'Email: all events' },
      ]}
      value={value}
      onChange={(pairs) => {
        onChange(pairs)
        setValue(pairs)
      }}
    />
  )
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const isPartly = (name: string) => (box(name).element() as HTMLInputElement).indeterminate

test('each pair is a tick named by its row and its column', async () => {
  await render(<Table start={{ cold: ['mail'] }} />)
  await expect.element(page.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription('Choose some')
  await expect.element(box('Too cold Email')).toBeChecked()
  await box('Too hot App').click()
  expect(changed()).toEqual({ hot: ['app'], cold: ['mail'] })
  await box('Too cold Email').click()
  expect(changed()).toEqual({ hot: ['app'] })
})

test('the tick of a row and of a column stands for all of it, and shows a part', async () => {
  await render(<Table start={{ cold: ['mail'] }} />)
  expect(isPartly('Too cold: all channels')).toBe(true)
  expect(isPartly('Email: all events')).toBe(true)
  expect(isPartly('App: all events')).toBe(false)
  await box('Too cold: all channels').click()
  expect(changed()).toEqual({ cold: ['app', 'mail'] })
  await expect.element(box('Too cold: all channels')).toBeChecked()
  await box('Email: all events').click()
  expect(changed()).toEqual({ hot: ['mail'], cold: ['app', 'mail'] })
  await box('Email: all events').click()
  expect(changed()).toEqual({ cold: ['app'] })
  await box('Too cold: all channels').click()
  await box('Too cold: all channels').click()
  expect(changed()).toEqual({})
})

test('an error belongs to the group and marks the ticks', async () => {
  await render(<Table start={{}} error="Choose an event" />)
  await expect
    .element(page.getByRole('group', { name: 'Events' }))
    .toHaveAccessibleDescription('Choose some Choose an event')
  await expect.element(box('Too hot App')).toHaveAttribute('aria-invalid', 'true')
})

test.each([360, 560])('fits a screen of %i pixels, with ticks of at least 44 pixels', async (width) => {
  await page.viewport(width, 700)
  await render(<Table start={{}} />)
  await expect.element(box('Too hot App')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const tick of page.getByRole('checkbox').elements())
    expect(tick.closest('label')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('a column that is not shown keeps its ticks', async () => {
  await render(<Table start={{ hot: ['text'], cold: ['mail'] } as unknown as Pairs} />)
  await box('Too cold App').click()
  expect(changed()).toEqual({ hot: ['text'], cold: ['app', 'mail'] })
})
