import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import {
  correctedFields,
  type CorrectedValues,
  type ToldCorrection,
} from '@gatehouse/validation/endpoints/access-log'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './correction-changes.module.css'

type Field = (typeof correctedFields)[number]

const labels: Record<Field, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  mobile: msg`Mobile`,
  role: msg`Role`,
  dependents: msg`Dependants`,
  signed_out_at: msg`Left`,
  assumed_left_at: msg`Probably left`,
}
const times: readonly Field[] = ['signed_out_at', 'assumed_left_at']

interface CorrectionChangesProps {
  correction: ToldCorrection
  timeZone: TimeZone
}

/** Whether the correction is a note that changes nothing. */
export const isNote = ({ by_visitor: isByVisitor, after }: ToldCorrection): boolean =>
  !isByVisitor && !isChange(after)

const isChange = (after: CorrectedValues) => correctedFields.some((field) => field in after)

/** Who corrected what, with both values, and why. */
export function CorrectionChanges({ correction, timeZone }: CorrectionChangesProps) {
  const { by_visitor: isByVisitor, note, after } = correction
  const who = useAuthor(correction)
  return (
    <>
      {isChange(after) ? (
        <Trans>Corrected by {who}</Trans>
      ) : isByVisitor ? (
        <Trans>The visitor has checked out too</Trans>
      ) : (
        <Trans>Note by {who}</Trans>
      )}
      {note && <>: {note}</>}
      <Changes
        correction={correction}
        write={(text, language) => formatExactTime(text, language, timeZone)}
      />
    </>
  )
}

/** The same in a cell of the list. */
export function CorrectionInShort({ correction, timeZone }: CorrectionChangesProps) {
  const { by_visitor: isByVisitor, note, after } = correction
  const who = useAuthor(correction)
  if (isByVisitor && !isChange(after)) return <Trans>The visitor has checked out too</Trans>
  return (
    <>
      <Changes
        correction={correction}
        write={(text, language) => formatDateTime(new Date(text), language, timeZone)}
      />
      <span className={styles.changes}>
        <Trans>By {who}</Trans>
        {note && <>: {note}</>}
      </span>
    </>
  )
}

function useAuthor({ by, by_visitor: isByVisitor }: ToldCorrection): string {
  const { t } = useLingui()
  return by ?? (isByVisitor ? t`the visitor` : t`A person of another client`)
}

interface ChangesProps {
  correction: ToldCorrection
  write: (time: string, language: ReturnType<typeof useLanguage>) => string
}

function Changes({ correction: { before, after }, write }: ChangesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const textOf = (values: CorrectedValues, field: Field) => {
    const value = values[field]
    if (value === null || value === undefined || value === '') return '–'
    return times.includes(field) ? write(String(value), language) : String(value)
  }
  return correctedFields
    .filter((field) => field in after)
    .map((field) => (
      <span key={field} className={styles.changes}>
        {t(labels[field])}: <del>{textOf(before, field)}</del> → <ins>{textOf(after, field)}</ins>
      </span>
    ))
}
