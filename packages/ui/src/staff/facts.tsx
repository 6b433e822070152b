import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  /** False entries are left out. */
  facts: readonly ({ label: ReactNode; value: ReactNode } | false)[]
}

/** A vertical list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        (fact, at) =>
          fact && (
            <Fragment key={at}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
