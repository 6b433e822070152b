import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TimeInput } from './time-input.tsx'

function Sample({ start, dayPeriods }: { start: string; dayPeriods: readonly [string, string] | undefined }) {
  const [value, setValue] = useState(start)
  const [isTime, setIsTime] = useState(true)
  const [leaves, setLeaves] = useState(0)
  return (
    <>
      <TimeInput
        label="Time"
        partName={(part) => part}
        dayPeriods={dayPeriods}
        faultOf={(part, least, most) => `The ${part} is from ${least} to ${most}.`}
        value={value}
        isTime={isTime}
        onChange={(time, isWhole) => {
          setValue(time)
          setIsTime(isWhole)
        }}
        onLeave={() => setLeaves(leaves + 1)}
        hint="Friday"
      />
      <output>{isTime ? value : 'none'}</output>
      <p>left {leaves}</p>
      <button
        type="button"
        onClick={() => {
          setValue('09:00')
          setIsTime(true)
        }}
      >
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
  await hour.fill('09')
  await expect.element(result).toHaveTextContent('21:30')
  await minute.fill('5')
  await expect.element(result).toHaveTextContent('21:05')
  await userEvent.tab()
  await expect.element(minute).toHaveValue('05')
  await expect.element(minute).toHaveAttribute('aria-valuetext', '05')
  // The same time on a 24-hour clock.
  await hour.fill('9')
  await hour.fill('15')
  await expect.element(result).toHaveTextContent('15:05')
  await userEvent.tab()
  await expect.element(hour).toHaveValue('3')
})

test('what is no time stands as it was typed, with words beside it, until it is one', async () => {
  await render(<Sample start="15:30" dayPeriods={['am', 'pm']} />)
  const [badHour, badMinute] = ['The hour is from 1 to 12.', 'The minute is from 0 to 59.'].map((text) =>
    page.getByText(text),
  )
  if (!badHour || !badMinute) throw new Error('There are two.')
  await hour.fill('0')
  await expect.element(result).toHaveTextContent('none')
  await expect.element(badHour).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(hour).toHaveValue('0')
  await expect.element(badHour).toBeVisible()
  await expect.element(hour).toHaveAttribute('aria-invalid', 'true')
  await expect.element(hour).toHaveAccessibleDescription('The hour is from 1 to 12.')
  await minute.fill('75')
  await expect.element(minute).toHaveValue('75')
  await expect.element(badMinute).toBeVisible()
  await hour.fill('99')
  await userEvent.click(page.getByRole('radio', { name: 'am' }))
  await expect.element(page.getByRole('radio', { name: 'am' })).toBeChecked()
  await expect.element(hour).toHaveValue('99')
  await expect.element(result).toHaveTextContent('none')
  await hour.fill('11')
  await expect.element(result).toHaveTextContent('none')
  await expect.element(badHour).not.toBeInTheDocument()
  await minute.fill('')
  await userEvent.tab()
  await expect.element(badMinute).toBeVisible()
  await minute.fill('05')
  await expect.element(result).toHaveTextContent('11:05')
  await expect.element(badMinute).not.toBeInTheDocument()
  await expect.element(minute).not.toHaveAttribute('aria-invalid')
  // A new value from outside replaces invalid text, which does not come back.
  await hour.fill('99')
  await page.getByRole('button', { name: 'Nine' }).click()
  await expect.element(hour).toHaveValue('9')
  await minute.fill('10')
  await expect.element(result).toHaveTextContent('09:10')
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

test('a whole time that is pasted into one part fills both', async () => {
  await render(<Sample start="15:30" dayPeriods={['am', 'pm']} />)
  await hour.fill(' 3:04 ')
  await expect.element(result).toHaveTextContent('15:04')
  await minute.fill('17.45')
  await expect.element(result).toHaveTextContent('17:45')
})

test('a day period that is pressed and gets no focus, as in Safari, is no leaving', async () => {
  await render(<Sample start="11:59" dayPeriods={['am', 'pm']} />)
  const pm = page.getByRole('radio', { name: 'pm' })
  await hour.fill('10')
  pm.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  const field = hour.element()
  if (field instanceof HTMLElement) field.blur()
  await expect.element(page.getByText('left 0')).toBeVisible()
  await pm.click()
  await expect.element(result).toHaveTextContent('22:59')
  await expect.element(page.getByText('left 0')).toBeVisible()
})

test('what is pasted is taken whole, or stands with a fault; it is never cut to another time', async () => {
  await render(<Sample start="15:30" dayPeriods={['am', 'pm']} />)
  await minute.fill('07:05 am')
  await expect.element(result).toHaveTextContent('07:05')
  await hour.fill('3:05 pm')
  await expect.element(result).toHaveTextContent('15:05')
  await hour.fill('24/11 07:05')
  await expect.element(result).toHaveTextContent('none')
  await expect.element(hour).toHaveValue('24/11 07:05')
  await expect.element(page.getByText('The hour is from 1 to 12.')).toBeVisible()
  await hour.fill('7')
  await expect.element(result).toHaveTextContent('19:05')
})

test('a day period that is pasted counts on a clock of 24 hours too', async () => {
  await render(<Sample start="15:30" dayPeriods={undefined} />)
  await hour.fill('7:05 pm')
  await expect.element(result).toHaveTextContent('19:05')
  await hour.fill('12:10 am')
  await expect.element(result).toHaveTextContent('00:10')
})
