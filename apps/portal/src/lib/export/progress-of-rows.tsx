import { useNumber } from '../use-number.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './progress-of-rows.module.css'

/** The progress of a file in rows. */
export function ProgressOfRows({ done, total }: { done: number; total: number }) {
  const { t } = useLingui()
  const number = useNumber()
  const doneText = number(done)
  const totalText = number(total)
  return (
    <div role="status">
      <p>
        <Trans>
          {doneText} of {totalText} rows
        </Trans>
      </p>
      <progress className={styles.progress} max={Math.max(1, total)} value={done} aria-label={t`Progress`} />
    </div>
  )
}
