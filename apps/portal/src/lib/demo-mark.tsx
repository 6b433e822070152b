import { Trans } from '@lingui/react/macro'
import styles from './demo-mark.module.css'

/** Says on every page that this installation runs on demonstration data. */
export function DemoMark() {
  return (
    <p className={styles.mark} role="note">
      <strong className={styles.word}>
        <Trans>Demo</Trans>
      </strong>
      <Trans>Demonstration data. Do not enter anything real.</Trans>
    </p>
  )
}
