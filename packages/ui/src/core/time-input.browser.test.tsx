import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TimeInput } from './time-input.tsx'

function Sample({ start, dayPeriods }: { start: string; dayPeriods: readonly [string, string] | undefined }) {
  const [value, setValue] = useState(start)
  const [leaves, setLeaves] = useState(0)
  return (
    <>
      <TimeInput
        label="Time"
        partName={(part) => part}
        dayPeriods={dayPeriods}
        value={value}
        onChange={setValue}
        onLeave={() => setLeaves(leaves + 1)}
        hint="Friday"
      />
      <output>{value}</output>
      <p>left {leaves}</p>
      <button type="button" onClick={() => setValue('09:00')}>
        Nine
      </button>
    </>
  )
}

const hour = page.getByRole('spinbutton', { name: 'hour' })
const minute = page.getByRole('spinbutton', { name: 'minute' })
const result = page.getByRole('status')

test('a time is typed into its two fields', async () => {
  await render(<Sample start="15:30" dayPeriods={['am', 'pm']} />)
  await expect.element(page.getByRole('group', { name: 'Time' })).toHaveAccessibleDescription('Friday')
  await expect.element(hour).toHaveValue('3')
  await hour.fill('1')
  await expect.element(result).toHaveTextContent('13:30')
  await hour.fill('0')
  await expect.element(result).toHaveTextContent('13:30')
  await hour.fill('09')
  await expect.element(result).toHaveTextContent('21:30')
  await minute.fill('5')
  await expect.element(result).toHaveTextContent('21:05')
  // A second digit that gives no minute begins anew.
  await minute.fill('75')
  await expect.element(minute).toHaveValue('5')
  await expect.element(hour).toHaveValue('9')
  await expect.element(minute).toHaveAttribute('aria-valuetext', '05')
})

test('keys step through the day, and the day period is a choice', async () => {
  await render(<Sample start="11:59" dayPeriods={['am', 'pm']} />)
  await userEvent.tab()
  await expect.element(hour).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(result).toHaveTextContent('12:00')
  await expect.element(page.getByRole('radio', { name: 'pm' })).toBeChecked()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(result).toHaveTextContent('00:00')
  await expect.element(hour).toHaveValue('12')
  await expect.element(page.getByText('left 0')).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByText('left 1')).toBeVisible()
})

test('a value from outside takes the place of what is being typed', async () => {
  await render(<Sample start="15:30" dayPeriods={undefined} />)
  await hour.fill('7')
  await expect.element(hour).toHaveValue('7')
  await page.getByRole('button', { name: 'Nine' }).click()
  await expect.element(hour).toHaveValue('09')
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
})
