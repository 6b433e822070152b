import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AppShell } from './app-shell.tsx'
import { NavItem } from './nav-item.tsx'

const labels = {
  skip: 'Skip',
  nav: 'Main menu',
  fold: 'Fold',
  unfold: 'Unfold',
  openMenu: 'Open',
  closeMenu: 'Close',
}

const item = (label: string) => (
  <NavItem
    icon={<svg />}
    label={label}
    render={({ children, ...face }) => (
      <a href="#page" {...face}>
        {children}
      </a>
    )}
  />
)

test('a folded side bar hides its own labels, and not those of a list of pages beside it', async () => {
  await render(
    <AppShell brand={() => 'Gatehouse'} nav={item('Home')} isFolded onFold={() => {}} labels={labels}>
      <ul>{item('Bans')}</ul>
    </AppShell>,
  )
  const widthOf = (label: string) => page.getByText(label).element().getBoundingClientRect().width
  expect(widthOf('Home')).toBe(1)
  expect(widthOf('Bans')).toBeGreaterThan(20)
})
