import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './progress-of-rows.module.css'

/** How far a file of rows is. */
export function ProgressOfRows({ done, total }: { done: number; total: number }) {
  const { t } = useLingui()
  const number = new Intl.NumberFormat(localeTags[useLanguage()])
  const doneText = number.format(done)
  const totalText = number.format(total)
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
