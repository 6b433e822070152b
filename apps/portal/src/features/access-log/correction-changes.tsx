import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { CorrectedValues, LogRecord } from '@gatehouse/validation/endpoints/access-log'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './log-drawer.module.css'

type Field = Exclude<keyof CorrectedValues, 'mobile_masked'>

const labels: Record<Field, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  mobile: msg`Mobile`,
  role: msg`Role`,
  dependents: msg`Dependants`,
  signed_out_at: msg`Left`,
  assumed_left_at: msg`Assumed left`,
}
const times: readonly Field[] = ['signed_out_at', 'assumed_left_at']
const fields: readonly Field[] = ['first_name', 'last_name', 'mobile', 'role', 'dependents', ...times]

interface CorrectionChangesProps {
  correction: LogRecord['corrections'][number]
  timeZone: TimeZone
}

/** Who corrected what, with both values, and why. */
export function CorrectionChanges({ correction, timeZone }: CorrectionChangesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { by, by_visitor: isByVisitor, note, before, after } = correction
  const textOf = (values: CorrectedValues, field: Field) => {
    const value = values[field]
    if (value === null || value === undefined || value === '') return '–'
    return times.includes(field) ? formatExactTime(String(value), language, timeZone) : String(value)
  }
  const changed = fields.filter((field) => field in after)
  const who = by ?? (isByVisitor ? t`the visitor` : t`Somebody of another client`)
  return (
    <>
      {changed.length > 0 ? <Trans>Corrected by {who}</Trans> : <Trans>Note by {who}</Trans>}
      {note && <>: {note}</>}
      {changed.map((field) => (
        <p key={field} className={styles.changes}>
          {t(labels[field])}: <del>{textOf(before, field)}</del> → <ins>{textOf(after, field)}</ins>
        </p>
      ))}
    </>
  )
}
