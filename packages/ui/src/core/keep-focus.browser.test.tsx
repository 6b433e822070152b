import { lazy, startTransition, Suspense, useState, type ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepFocus } from './keep-focus.ts'

let stop = () => {}
beforeAll(() => {
  stop = keepFocus()
})
afterAll(() => stop())
beforeEach(() => (document.activeElement as HTMLElement | null)?.blur())

const button = (name: string) => page.getByRole('button', { name })
const main = page.getByRole('main')

async function press(name: string) {
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

/** A list in which each press removes one item. */
function Names({ names: initial, children }: { names: string[]; children?: ReactNode }) {
  const [names, setNames] = useState(initial)
  return (
    <main>
      <button type="button">Before</button>
      {children}
      {names.length === 0 ? (
        <p>Nobody</p>
      ) : (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

test('from a removed row the focus goes to the next one, from the last to the one before', async () => {
  await render(<Names names={['Ann', 'Ben', 'Cas']} />)
  await press('Ben')
  await expect.element(button('Cas')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Ann')).toHaveFocus()
})

test('from a list that is gone it goes to the element that had it before', async () => {
  await render(<Names names={['Ann']} />)
  ;(button('Before').element() as HTMLElement).focus()
  await press('Ann')
  await expect.element(button('Before')).toHaveFocus()
})

test('where nothing is left it goes to the page', async () => {
  function Gone() {
    const [isGone, setGone] = useState(false)
    return <main>{isGone ? 'Done' : <button onClick={() => setGone(true)}>Send</button>}</main>
  }
  await render(<Gone />)
  await press('Send')
  await expect.element(main).toHaveFocus()
})

test('from a page without a main part it goes to that of the next page', async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const { rerender } = await render(<button>Leave</button>)
  ;(button('Leave').element() as HTMLElement).focus()
  await rerender(<p>Loading</p>)
  // The focus moves in the second frame after a removal.
  for (let at = 0; at < 3; at += 1) await frame()
  expect(document.activeElement).toBe(document.body)
  await rerender(<main>Home</main>)
  await expect.element(main).toHaveFocus()
  await rerender(<main key="next">Sites</main>)
  await expect.element(main).toHaveTextContent('Sites')
  await expect.element(main).toHaveFocus()
})

test('from a view that is hidden while the next one is fetched it goes to the page, and then to where that one puts it', async () => {
  let arrive = (_view: { default: () => ReactNode }) => {}
  const Next = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve)))
  function Steps() {
    const [isNext, setNext] = useState(false)
    return (
      <main>
        <Suspense fallback={<p>Loading</p>}>
          <button onClick={() => setNext(true)}>Go on</button>
          {isNext && <Next />}
        </Suspense>
      </main>
    )
  }
  await render(<Steps />)
  await press('Go on')
  await expect.element(page.getByText('Loading')).toBeVisible()
  await expect.element(main).toHaveFocus()
  startTransition(() => arrive({ default: () => <input aria-label="Code" autoFocus /> }))
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
})

test('a focus that a component sets wins', async () => {
  function Steps() {
    const [isNext, setNext] = useState(false)
    return (
      <main>
        <button>Before</button>
        {isNext ? (
          <input aria-label="Code" autoFocus />
        ) : (
          <button onClick={() => setNext(true)}>Go on</button>
        )}
      </main>
    )
  }
  await render(<Steps />)
  await press('Go on')
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
})
