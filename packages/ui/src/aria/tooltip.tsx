import type { ReactElement, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './tooltip.module.css'
import triggerStyles from './trigger.module.css'
import './own-rules.ts'

/** More about one element, on hover and on focus; never the only place of something needed. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode
  children: ReactElement<Record<string, unknown>, string>
}) {
  return (
    <TooltipTrigger delay={400}>
      <Focusable>{children}</Focusable>
      <Bubble>{text}</Bubble>
    </TooltipTrigger>
  )
}

export interface IconButtonProps {
  /** The button's name, shown as its tooltip. */
  label: string
  icon: ReactNode
  onPress: () => void
  isDisabled?: boolean | undefined
  /** For a button that stays pressed. */
  isPressed?: boolean | undefined
}

/** A square button with an icon; its name shows on hover and on focus. */
export function IconButton({ label, icon, onPress, isDisabled = false, isPressed }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <Button
        className={triggerStyles.icon!}
        aria-label={label}
        onPress={onPress}
        isDisabled={isDisabled}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      >
        {icon}
      </Button>
      <Bubble>{label}</Bubble>
    </TooltipTrigger>
  )
}

function Bubble({ children }: { children: ReactNode }) {
  return (
    <AriaTooltip className={styles.bubble!} offset={6}>
      {children}
    </AriaTooltip>
  )
}
