import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepFocus } from '../core/keep-focus.ts'
import { Avatar } from './avatar.tsx'
import { MaskedNumber } from './masked-number.tsx'
import { FarPerson, PersonCard, PersonList, type PersonCardProps } from './person-card.tsx'

const renderCard = (props: Partial<PersonCardProps>) =>
  render(
    <PersonList
      people={['Ana Kelly']}
      renderCard={(name) => (
        <PersonCard key={name} id="ana" name={name} picture={<Avatar name={name} size={64} />} {...props} />
      )}
    />,
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

test.each([
  { highlight: 'missing', isTicked: false },
  { highlight: 'missing', isTicked: true },
  { highlight: 'ticked', isTicked: true },
] as const)('the focus of a link stands out as its text does: %o', async (props) => {
  document.documentElement.style.colorScheme = 'dark'
  onTestFinished(() => void document.documentElement.style.removeProperty('color-scheme'))
  await renderCard({ ...props, onTick: () => {}, phone: { href: '#dial', label: '0412 345 678' } })
  const link = page.getByRole('link').element() as HTMLElement
  link.focus()
  await userEvent.keyboard('{Shift>}{/Shift}')
  const { outlineStyle, outlineColor, color } = getComputedStyle(link)
  expect([outlineStyle, outlineColor]).toEqual(['solid', color])
})

test('a card without a tick has no control', async () => {
  await renderCard({})
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

test('a long list draws only the part anew in which somebody is another one', async () => {
  const drawn: number[] = []
  const draw = (one: { number: number; name: string }) => {
    drawn.push(one.number)
    return (
      <PersonCard
        key={one.number}
        id={`person-${one.number}`}
        name={one.name}
        picture={<Avatar name={one.name} size={64} />}
      />
    )
  }
  const people = Array.from({ length: 150 }, (_, number) => ({ number, name: `Ana ${number}` }))
  const { rerender } = await render(<PersonList people={people} renderCard={draw} />)
  expect(drawn).toHaveLength(150)
  drawn.length = 0
  await rerender(<PersonList people={people.with(70, { number: 70, name: 'Ben' })} renderCard={draw} />)
  await expect.element(page.getByText('Ben')).toBeInTheDocument()
  expect(Math.min(...drawn)).toBe(60)
  expect(Math.max(...drawn)).toBe(119)
})

test('the focus and the place on the screen stay with a person whose card moves to another part', async () => {
  await page.viewport(360, 800)
  const stop = keepFocus()
  const draw = (name: string) => (
    <PersonCard
      key={name}
      id={name.replace(' ', '-')}
      name={name}
      picture={<Avatar name={name} size={64} />}
      onTick={() => {}}
      phone={{ href: '#dial', label: `Call ${name}` }}
    />
  )
  const people = Array.from({ length: 130 }, (_, number) => `Ana ${number}`)
  const { rerender } = await render(<PersonList people={people} renderCard={draw} />)
  for (const control of [
    page.getByRole('checkbox', { name: 'Ana 59', exact: true }),
    page.getByRole('link', { name: 'Call Ana 58', exact: true }),
  ]) {
    const element = control.element() as HTMLElement
    element.scrollIntoView({ block: 'center' })
    element.focus()
    await expect.element(control).toHaveFocus()
    const { top } = element.getBoundingClientRect()
    people.unshift(`Aaron ${people.length}`)
    await rerender(<PersonList people={[...people]} renderCard={draw} />)
    await expect.element(control).toHaveFocus()
    await expect.poll(() => Math.abs(control.element().getBoundingClientRect().top - top)).toBeLessThan(4)
  }
  stop()
})

test('among very many people those far from view have names only, until they are near or hold the focus', async () => {
  await page.viewport(1280, 800)
  const people = Array.from({ length: 900 }, (_, number) => `Ana ${number}`)
  await render(
    <PersonList
      people={people}
      renderFar={(name) => <FarPerson key={name} name={name} />}
      renderCard={(name) => (
        <PersonCard
          key={name}
          id={name.replace(' ', '-')}
          name={name}
          picture={<Avatar name={name} size={64} />}
          onTick={() => {}}
        />
      )}
    />,
  )
  expect(page.getByRole('listitem').elements()).toHaveLength(900)
  const [first, last] = [0, 899].map((at) =>
    page.getByRole('checkbox', { name: `Ana ${at}`, exact: true, includeHidden: true }),
  )
  await expect.element(first!).toBeInTheDocument()
  await expect.element(last!).not.toBeInTheDocument()
  await expect.element(page.getByText('Ana 899')).toBeInTheDocument()

  page.getByText('Ana 899').element().scrollIntoView()
  await expect.element(last!).toBeInTheDocument()
  await expect.element(first!).not.toBeInTheDocument()
  ;(last!.element() as HTMLElement).focus()
  scrollTo(0, 0)
  await expect.element(first!).toBeInTheDocument()
  await expect.element(last!).toHaveFocus()
})

test('whoever only watches sees who is safe, without anything to press', async () => {
  await render(
    <PersonList
      people={['Missing', 'Safe']}
      renderCard={(name) => (
        <PersonCard
          key={name}
          id={name}
          name={name}
          picture={null}
          highlight="missing"
          isTicked={name === 'Safe'}
        />
      )}
    />,
  )
  const [missing, safe] = card.elements() as [HTMLElement, HTMLElement]
  const colourOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor
  expect(colourOf(safe)).not.toBe(colourOf(missing))
  expect(safe.querySelector('svg')).not.toBeNull()
  expect(missing.querySelector('svg')).toBeNull()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})
