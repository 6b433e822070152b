import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover, type Placement } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classes } from '../core/classes.ts'
import styles from './overlay.module.css'
import { Trigger, type TriggerProps } from './trigger.tsx'

export interface MenuProps extends TriggerProps {
  /** `MenuItem`s, `MenuSection`s and `MenuSeparator`s. */
  children: ReactNode
  placement?: Placement | undefined
}

/** A button that opens a list of actions. */
export function Menu({ children, placement = 'bottom end', ...trigger }: MenuProps) {
  return (
    <MenuTrigger>
      <Trigger {...trigger} />
      <Popover className={styles.floating!} placement={placement} offset={4}>
        <AriaMenu className={styles.list!}>{children}</AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export interface MenuItemProps {
  id?: string | undefined
  onAction?: (() => void) | undefined
  href?: string | undefined
  icon?: ReactNode
  hint?: ReactNode
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  /** The plain text of the item, for typing ahead, where the children are more than text. */
  textValue?: string | undefined
  children: ReactNode
}

export function MenuItem({ icon, hint, isDanger, children, ...item }: MenuItemProps) {
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
  return (
    <AriaMenuItem
      {...(typeof children === 'string' && { textValue: children })}
      {...given}
      className={classes(styles.item, isDanger && styles.danger)}
    >
      {icon}
      <span className={styles.itemWords}>
        {children}
        {hint && <span className={styles.itemHint}>{hint}</span>}
      </span>
    </AriaMenuItem>
  )
}

export function MenuSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className={styles.sectionTitle}>{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className={styles.separator!} />
}
