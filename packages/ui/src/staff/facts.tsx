import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  /** One that is false is left out. */
  facts: readonly ({ label: ReactNode; value: ReactNode } | false)[]
}

/** Names and values of one thing, one below the other. */
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
