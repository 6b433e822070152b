import { ownTimeZone, type TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { Trans } from '@lingui/react/macro'
import { Actor, useActionLabel, useTargetName } from './audit-words.tsx'
import { useFieldLabel, useValueText } from './use-value-text.ts'

interface AuditEntryDetailsProps {
  entry: AuditEntry
  /** Defaults to the reader's own. */
  timeZone?: TimeZone
}

/** The details of an entry: the changed fields, before and after. */
export function AuditEntryDetails({ entry, timeZone = ownTimeZone() }: AuditEntryDetailsProps) {
  const language = useLanguage()
  const actionLabel = useActionLabel()
  const targetName = useTargetName()
  const fieldLabel = useFieldLabel()
  const valueText = useValueText()
  const { before, after, details } = entry
  const fact = (name: string, value: string) => {
    const label = fieldLabel(name)
    return label === null ? [] : [{ label, value }]
  }
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const is = valueText(name, after[name])
    return fact(name, name in before ? `${valueText(name, before[name])} → ${is}` : is)
  })
  const others = Object.entries(details).flatMap(([name, value]) => fact(name, valueText(name, value)))
  return (
    <Facts
      facts={[
        { label: <Trans>Action</Trans>, value: actionLabel(entry.action) },
        { label: <Trans>User</Trans>, value: <Actor actor={entry.actor} /> },
        { label: <Trans>When</Trans>, value: formatExactTime(entry.at, language, timeZone) },
        { label: <Trans>Item</Trans>, value: targetName(entry.target) },
        ...changed,
        ...others,
      ]}
    />
  )
}
