import { createContext, type ReactNode, useContext } from 'react'
import type { Placement } from 'react-aria-components/Popover'
import { lazyTrigger } from './lazy-trigger.tsx'
import type { parts } from './open-menu.tsx'
import type { TriggerProps } from './trigger.tsx'

export interface MenuProps extends TriggerProps {
  /** `MenuItem`s, `MenuSection`s and `MenuSeparator`s. */
  children: ReactNode
  placement?: Placement | undefined
}

export interface MenuItemProps {
  id?: string | undefined
  onAction?: (() => void) | undefined
  href?: string | undefined
  icon?: ReactNode
  hint?: ReactNode
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  /** The action is running: its button in a footer takes no second press. */
  isBusy?: boolean | undefined
  /** Also a button in the footer of a drawer, the `main` one last. Others are in its menu. */
  inFooter?: 'main' | 'other' | undefined
  children: ReactNode
}

export interface MenuSectionProps {
  title: ReactNode
  children: ReactNode
}

/** The components of a menu, available once its code is fetched. */
export const MenuPartsContext = createContext<typeof parts | undefined>(undefined)

/** Draws the menus in a place that shows them differently, such as the footer of a drawer. */
export const MenuPlace = createContext<((menu: MenuProps) => ReactNode) | undefined>(undefined)

const MenuButton = lazyTrigger<MenuProps>('menu', async () => (await import('./open-menu.tsx')).OpenMenu)

/** A button that opens a list of actions. */
export function Menu(props: MenuProps) {
  const draw = useContext(MenuPlace)
  return draw ? draw(props) : <MenuButton {...props} />
}

export function MenuItem(props: MenuItemProps) {
  const menu = useContext(MenuPartsContext)
  return menu && <menu.Item {...props} />
}

export function MenuSection(props: MenuSectionProps) {
  const menu = useContext(MenuPartsContext)
  return menu && <menu.Section {...props} />
}

export function MenuSeparator() {
  const menu = useContext(MenuPartsContext)
  return menu && <menu.Separator />
}
