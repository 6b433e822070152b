import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** As wide as its column. */
  full?: boolean | undefined
  size?: 'normal' | 'small' | undefined
  /** Work is in progress: a spinner beside the label; presses are ignored and the focus is kept. */
  busy?: boolean | undefined
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'secondary',
  full,
  size = 'normal',
  busy = false,
  icon,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, full, size })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span className={styles.text}>{children}</span>
    </button>
  )
}

/** The classes of a button, for a link of the router that should look like one. */
export function buttonClass({ kind = 'secondary', full, size }: Pick<ButtonProps, 'kind' | 'full' | 'size'>) {
  return classes(styles.button, styles[kind], full && styles.full, size === 'small' && styles.small)
}
