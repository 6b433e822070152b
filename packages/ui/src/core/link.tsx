import type { AnchorHTMLAttributes, Ref } from 'react'
import styles from './link.module.css'
import { classes } from './classes.ts'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'style'> {
  /** Uses the colour of the surrounding text; still underlined. */
  quiet?: boolean | undefined
  ref?: Ref<HTMLAnchorElement>
}

export function Link({ quiet, children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={linkClass({ quiet })}>
      {children}
    </a>
  )
}

/** The classes of a link, for the router's own link component. */
export function linkClass({ quiet }: { quiet?: boolean | undefined } = {}) {
  return classes(styles.link, quiet && styles.quiet)
}
