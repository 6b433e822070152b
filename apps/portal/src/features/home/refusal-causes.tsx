import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { Plural, Trans } from '@lingui/react/macro'
import styles from './refusal-causes.module.css'

/** How many were refused for which cause; causes without a refusal are left out. */
export function RefusalCauses({ refused }: { refused: Dashboard['refused'] }) {
  const { banned, high, low, failed_answer: failed } = refused
  if (banned + high + low + failed === 0) return <Trans>nobody in this period</Trans>
  return (
    <span className={styles.causes}>
      {failed > 0 && (
        <span>
          <Plural value={failed} one="# by an answer" other="# by an answer" />
        </span>
      )}
      {high > 0 && (
        <span>
          <Plural value={high} one="# high temperature" other="# high temperatures" />
        </span>
      )}
      {low > 0 && (
        <span>
          <Plural value={low} one="# low temperature" other="# low temperatures" />
        </span>
      )}
      {banned > 0 && (
        <span>
          <Plural value={banned} one="# banned" other="# banned" />
        </span>
      )}
    </span>
  )
}
