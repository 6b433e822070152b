import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator as AriaSeparator } from 'react-aria-components/Separator'
import { classes } from '../core/classes.ts'
import type { OpenState } from './lazy-trigger.tsx'
import { type MenuItemProps, type MenuProps, MenuPartsContext, type MenuSectionProps } from './menu.tsx'
import styles from './overlay.module.css'
import { Trigger } from './trigger.tsx'

export const parts = { Item, Section, Separator }

/** `Menu` after its first press. Its button replaces the plain one and takes over the focus. */
export function OpenMenu({
  children,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
  ...trigger
}: MenuProps & OpenState) {
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger {...trigger} takesFocus />
      <Popover className={styles.floating!} placement={placement} offset={4}>
        <MenuPartsContext value={parts}>
          <AriaMenu className={styles.list!}>{children}</AriaMenu>
        </MenuPartsContext>
      </Popover>
    </MenuTrigger>
  )
}

function Item({ icon, hint, isDanger, inFooter: _, children, ...item }: MenuItemProps) {
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

function Section({ title, children }: MenuSectionProps) {
  return (
    <AriaMenuSection>
      <Header className={styles.sectionTitle}>{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

function Separator() {
  return <AriaSeparator className={styles.separator!} />
}
