import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './complete-step.module.css'
import { paragraphsOf, type Outcome } from './outcome.ts'

interface OutcomeMessageProps {
  outcome: Outcome
  successMessage: string
  mobile: string
}

/** What the outcome means for the visitor: calm, and for their eyes only as far as the reason goes. */
export function OutcomeMessage({ outcome, successMessage, mobile }: OutcomeMessageProps) {
  return (
    <div className={styles.message}>
      {outcome === 'success' ? (
        paragraphsOf(successMessage).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
      ) : (
        <>
          <h2 className={styles.title}>{titles[outcome]}</h2>
          <p>{words[outcome]}</p>
        </>
      )}
      <dl className={styles.facts}>
        <dt>
          <Trans>Mobile</Trans>
        </dt>
        <dd>{mobile}</dd>
      </dl>
    </div>
  )
}

type Refused = Exclude<Outcome, 'success'>

const titles: Record<Refused, ReactNode> = {
  banned: <Trans>You have an active ban</Trans>,
  high: <Trans>Temperature Alert</Trans>,
  low: <Trans>Temperature Alert</Trans>,
}

const words: Record<Refused, ReactNode> = {
  banned: <Trans>Please do not proceed. Speak with a member of staff: they can tell you more.</Trans>,
  high: (
    <Trans>
      Your temperature is higher than this venue allows. Please do not proceed, keep some distance from others
      and notify a member of staff.
    </Trans>
  ),
  low: (
    <Trans>
      Your temperature is lower than expected, so the measurement may be wrong. Please do not proceed and
      notify a member of staff.
    </Trans>
  ),
}
