import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Drawer, FooterNote } from './drawer.tsx'
import { Menu, MenuItem, MenuSeparator } from './menu.tsx'
import { Modal } from './modal.tsx'

const act = vi.fn<(action: string) => void>()
beforeEach(() => act.mockReset())

function RowMenu({ canChange = true, hasMore = true }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu triggerLabel="Actions for Ana" trigger="…">
        {canChange && (
          <>
            <MenuItem inFooter="main" onAction={() => act('check out')}>
              Check out
            </MenuItem>
            <MenuItem inFooter="other" onAction={() => setAsking(true)}>
              Ban
            </MenuItem>
          </>
        )}
        <MenuItem inFooter="other" href="tel:+61491570156">
          Call
        </MenuItem>
        {hasMore && <MenuItem onAction={() => act('show')}>Show in the log</MenuItem>}
        <MenuSeparator />
        {!canChange && (
          <MenuItem inFooter="other" isDisabled hint="Only a manager can do this.">
            Ban
          </MenuItem>
        )}
      </Menu>
      {!canChange && <FooterNote>You can’t check people out.</FooterNote>}
      {isAsking && (
        <Modal isOpen title="Ban Ana" onClose={() => setAsking(false)}>
          <RowMenu />
        </Modal>
      )}
    </>
  )
}

const onAct = vi.fn<() => void>()
beforeEach(() => onAct.mockReset())
const drawer = page.getByRole('dialog', { name: 'Ana' })
const renderDrawer = (menu: React.ReactNode, lines = 80) =>
  render(
    <Drawer title="Ana" onClose={() => {}} footer={menu} onAct={onAct}>
      {Array.from({ length: lines }, (_, line) => (
        <p key={line}>Line {line}</p>
      ))}
    </Drawer>,
  )
const names = () =>
  [...drawer.element().querySelectorAll('button, a')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

test('the main actions of a menu are buttons that stay in view, the main one last', async () => {
  await page.viewport(1440, 600)
  await renderDrawer(<RowMenu />)
  await expect.element(drawer).toBeVisible()
  expect(names().slice(1)).toEqual(['Actions for Ana', 'Ban', 'Call', 'Check out'])
  await expect.element(drawer.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+61491570156')
  const button = drawer.getByRole('button', { name: 'Check out' })
  await expect.element(button).toBeInViewport({ ratio: 1 })
  await button.click()
  expect(act).toHaveBeenLastCalledWith('check out')
  expect(onAct).toHaveBeenCalledTimes(1)
})

test('the other actions are in its menu, without those of the buttons', async () => {
  await renderDrawer(<RowMenu />)
  await drawer.getByRole('button', { name: 'Actions for Ana' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Show in the log' })).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
  expect(page.getByRole('separator').elements()).toHaveLength(0)
  await page.getByRole('menuitem').click()
  expect(act).toHaveBeenLastCalledWith('show')
  expect(onAct).toHaveBeenCalledTimes(1)
})

test('there is no menu where all actions are buttons', async () => {
  await renderDrawer(<RowMenu hasMore={false} />)
  await expect.element(drawer.getByRole('button', { name: 'Ban' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Actions for Ana' }).elements()).toEqual([])
})

test('what is refused is no button, and says why', async () => {
  await renderDrawer(<RowMenu canChange={false} />)
  await expect.element(drawer.getByText('You can’t check people out.')).toBeVisible()
  expect(names().slice(1)).toEqual(['Actions for Ana', 'Call'])
  await drawer.getByRole('button', { name: 'Actions for Ana' }).click()
  await expect.element(page.getByRole('menuitem', { name: /^Ban/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('Only a manager can do this.')).toBeVisible()
})

test('a note is shown in a drawer only, and a menu in a window over it is a menu', async () => {
  await render(<RowMenu canChange={false} />)
  expect(page.getByText('You can’t check people out.').elements()).toEqual([])
  await renderDrawer(<RowMenu />)
  await drawer.getByRole('button', { name: 'Ban' }).click()
  const question = page.getByRole('dialog', { name: 'Ban Ana' })
  await expect.element(question.getByRole('button', { name: 'Actions for Ana' })).toBeVisible()
  expect(question.getByRole('button', { name: 'Check out' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(drawer.getByRole('button', { name: 'Ban' })).toHaveFocus()
})

test('on a phone the buttons fill the width and wrap', async () => {
  await page.viewport(360, 640)
  await renderDrawer(<RowMenu />)
  const last = drawer.getByRole('button', { name: 'Check out' })
  await expect.element(last).toBeInViewport({ ratio: 1 })
  const { right } = last.element().getBoundingClientRect()
  expect(right).toBeGreaterThan(330)
  expect(right).toBeLessThanOrEqual(360)
})

test('without actions there is no footer', async () => {
  await renderDrawer(null, 1)
  await expect.element(drawer).toBeVisible()
  const [, , footer] = drawer.element().children
  expect(footer?.getBoundingClientRect().height).toBe(0)
})
