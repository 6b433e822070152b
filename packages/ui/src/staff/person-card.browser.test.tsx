import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Avatar } from './avatar.tsx'
import { MaskedNumber } from './masked-number.tsx'
import { PersonCard, PersonList, type PersonCardProps } from './person-card.tsx'

const renderCard = (props: Partial<PersonCardProps>) =>
  render(
    <PersonList>
      <PersonCard name="Ana Kelly" picture={<Avatar name="Ana Kelly" size={64} />} {...props} />
    </PersonList>,
  )
const card = page.getByRole('listitem')
const tick = page.getByRole('checkbox', { name: 'Ana Kelly' })

test('a card is one checkbox, named by the person and described by the details', async () => {
  await renderCard({ detail: 'Crew', aside: 'since 9:41', isTicked: true, onTick: () => {} })
  await expect.element(tick).toBeChecked()
  await expect.element(tick).toHaveAccessibleDescription(/Crew.*since 9:41/)
})

test('a press anywhere on the card ticks it; one on the number does not', async () => {
  const onTick = vi.fn()
  await renderCard({ onTick, phone: { href: '#dial', label: '0412 345 678' } })
  await page.getByRole('link', { name: '0412 345 678' }).click()
  expect(onTick).not.toHaveBeenCalled()
  const { width, height } = card.element().getBoundingClientRect()
  for (const position of [
    { x: 4, y: 4 },
    { x: width - 4, y: height / 2 },
  ])
    await card.click({ position })
  expect(onTick.mock.calls).toEqual([[true], [true]])
  ;(tick.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  expect(onTick).toHaveBeenCalledTimes(3)
})

test('a masked number says so and dials nothing', async () => {
  const label = <MaskedNumber mask="••• 486" label="Number hidden, last digits 486" />
  await renderCard({ phone: { label } })
  await expect.element(page.getByText('••• 486')).toBeVisible()
  await expect.element(page.getByText('••• 486')).toHaveAttribute('aria-hidden', 'true')
  await expect.element(page.getByText('Number hidden, last digits 486')).toBeInTheDocument()
  expect(page.getByRole('link').elements()).toEqual([])
})

test('a card without a tick has no control', async () => {
  await renderCard({ isTicked: true })
  await expect.element(card.getByText('Ana Kelly')).toBeVisible()
  expect(page.getByRole('checkbox').elements()).toEqual([])
  await expect.element(card).not.toHaveAttribute('data-ticked')
})

test('on a small phone with text of 200 % a name stands whole, and its words on one line each', async () => {
  await page.viewport(320, 640)
  document.documentElement.style.fontSize = '200%'
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  await renderCard({ name: `Margaretha ${long}`, onTick: () => {} })
  const name = card.getByText(/Margaretha/).element()
  const words = name.firstChild
  if (!words) throw new Error('The card has no name.')
  const linesOf = (start: number, end: number) => {
    const range = document.createRange()
    range.setStart(words, start)
    range.setEnd(words, end)
    return [...range.getClientRects()]
  }
  const { left, right } = card.element().getBoundingClientRect()
  expect(linesOf(0, 'Margaretha'.length)).toHaveLength(1)
  for (const line of linesOf(0, `Margaretha ${long}`.length)) {
    expect(line.left).toBeGreaterThanOrEqual(left)
    expect(line.right).toBeLessThanOrEqual(right)
  }
  document.documentElement.style.fontSize = ''
})

test.each([360, 1440])('at %i px a long word stands on one line, as large as it may be', async (width) => {
  await page.viewport(width, 900)
  const sizes: number[] = []
  for (const lastName of ['Wolfeschlegelsteinhausen', 'Donaudampfschifffahrtselektrizitätenhau']) {
    const name = `Ana ${lastName}`
    const { unmount } = await renderCard({ name, plainName: name, onTick: () => {} })
    const text = card.getByText(name).element()
    const words = document.createRange()
    words.setStart(text.firstChild ?? text, 'Ana '.length)
    words.setEnd(text.firstChild ?? text, name.length)
    expect(words.getClientRects()).toHaveLength(1)
    sizes.push(Number.parseFloat(getComputedStyle(text).fontSize))
    await unmount()
  }
  const [shorter = 0, longer = 0] = sizes
  expect(shorter).toBeGreaterThan(longer)
  expect(longer).toBeGreaterThanOrEqual(14)
})
