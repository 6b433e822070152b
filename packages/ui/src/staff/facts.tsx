import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values of one thing, one below the other. */
export function Facts({ facts }: { facts: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }, at) => (
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
