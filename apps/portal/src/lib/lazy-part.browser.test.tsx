import type { Popover } from '@gatehouse/ui/aria/popover'
import { TriggerFailureContext, lazyTrigger } from '@gatehouse/ui/aria/lazy-trigger'
import { type ReactNode, Suspense, useState } from 'react'
import { Modal, ModalBody } from '@gatehouse/ui/aria/modal'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../test/render-page.tsx'
import { FailedWindow, lazyButton, lazyDetail, lazyPart, lazyWindow } from './lazy-part.tsx'

const failed = page.getByText('This part could not be loaded')
const part = page.getByText('The part')
const retry = page.getByRole('button', { name: 'Retry' })

/** A lazy part whose fetching fails while the network is down. */
function network<Props = { onClose: () => void }>(Fetched: (props: Props) => ReactNode) {
  const state = { isGone: true, tries: 0 }
  const load = () => {
    state.tries += 1
    return state.isGone ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ Fetched })
  }
  return { state, load }
}

function Part() {
  return <p>The part</p>
}

afterEach(() => void vi.useRealTimers())

const renderOpening = (Opened: (props: { onClose: () => void }) => ReactNode) =>
  renderPage({
    Page: function Page() {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <h1>The page</h1>
          <button type="button" onClick={() => setOpen(!isOpen)}>
            Open
          </button>
          <Suspense>{isOpen && <Opened onClose={() => setOpen(false)} />}</Suspense>
        </>
      )
    },
  })
const open = page.getByRole('button', { name: 'Open' })
const heading = page.getByRole('heading', { name: 'The page' })

test('a part that cannot be fetched says so in its place, and is there after Retry', async () => {
  const { state, load } = network(Part)
  await renderOpening(lazyPart(load, 'Fetched'))
  await open.click()
  await expect.element(failed).toBeVisible()
  await expect.element(heading).toBeVisible()
  await retry.click()
  await expect.poll(() => state.tries).toBe(2)
  await expect.element(failed).toBeVisible()
  state.isGone = false
  await retry.click()
  await expect.element(part).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

test('the next opening tries again, and so does the network when it is back', async () => {
  const { state, load } = network(Part)
  await renderOpening(lazyPart(load, 'Fetched'))
  await open.click()
  await expect.element(failed).toBeVisible()
  await open.click()
  await expect.element(failed).not.toBeInTheDocument()
  await open.click()
  await expect.element(failed).toBeVisible()
  expect(state.tries).toBe(2)
  state.isGone = false
  dispatchEvent(new Event('online'))
  await expect.element(part).toBeVisible()
})

test('a window that cannot be fetched says so in one that closes and gives the focus back', async () => {
  const { state, load } = network(({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      The part
    </button>
  ))
  await renderOpening(lazyWindow(load, 'Fetched'))
  await open.click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/could not be loaded/)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  await open.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(failed).not.toBeInTheDocument()
  await open.click()
  await expect.element(failed).toBeVisible()
  state.isGone = false
  await retry.click()
  await expect.element(part).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('over a drawer its buttons work, and the drawer stays', async () => {
  const { state, load } = network(Part)
  const Window = lazyWindow(load, 'Fetched')
  await renderPage({
    Page: function Page() {
      const [isOpen, setOpen] = useState(false)
      const [isDrawer, setDrawer] = useState(true)
      return (
        <>
          <Modal
            isOpen={isDrawer}
            onClose={() => setDrawer(false)}
            title="Drawer"
            shape="drawer"
            isDismissable
          >
            <ModalBody>
              <button type="button" onClick={() => setOpen(true)}>
                Open
              </button>
            </ModalBody>
          </Modal>
          <Suspense>{isOpen && <Window onClose={() => setOpen(false)} />}</Suspense>
        </>
      )
    },
  })
  const drawer = page.getByRole('heading', { name: 'Drawer', includeHidden: true })
  await open.click()
  await expect.element(failed).toBeVisible()
  state.isGone = false
  await retry.click()
  await expect.element(part).toBeInTheDocument()
  await expect.element(drawer).toBeInTheDocument()
})

test('it is fetched again after a while, however often the page around it is drawn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const { state, load } = network(Part)
  const Opened = lazyDetail(load, 'Fetched')
  let draw: () => void = () => undefined
  await renderPage({
    Page: function Page() {
      const [times, setTimes] = useState(0)
      draw = () => setTimes(times + 1)
      return (
        <Suspense>
          <p>{times} times</p>
          <Opened onClose={draw} />
        </Suspense>
      )
    },
  })
  await expect.element(page.getByText('0 times')).toBeVisible()
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(4000)
    draw()
    // oxlint-disable-next-line no-await-in-loop -- one drawing after the other
    await expect.element(page.getByText(`${times} times`)).toBeVisible()
  }
  expect(state.tries).toBe(2)
})

test('of many buttons that cannot be fetched each tries for all, and a detail is only missing', async () => {
  const button = network<object>(Part)
  const Button = lazyButton(button.load, 'Fetched')
  const detail = network<object>(Part)
  const Detail = lazyDetail(detail.load, 'Fetched')
  await renderPage({
    Page: () => (
      <Suspense>
        <Button />
        <Button />
        <Detail />
      </Suspense>
    ),
  })
  await expect.element(retry.nth(1)).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  expect([button.state.tries, detail.state.tries]).toEqual([1, 1])
  button.state.isGone = false
  await retry.first().click()
  await expect.element(part.nth(1)).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test('a menu or panel whose code cannot be fetched says so, and opens after Retry', async () => {
  const { state, load } = network<{ isOpen: boolean }>(({ isOpen }) => <p>{isOpen && 'The part'}</p>)
  const Trigger = lazyTrigger('menu', (async () => (await load()).Fetched) as never) as typeof Popover
  await renderPage({
    Page: () => (
      <TriggerFailureContext value={FailedWindow}>
        <Trigger trigger="Open" title="Open">
          {null}
        </Trigger>
      </TriggerFailureContext>
    ),
  })
  await open.click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/could not be loaded/)
  state.isGone = false
  await retry.click()
  await expect.element(part).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})
