import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { actionLabels } from './action-labels.ts'

/** What was done, in words; the code where a newer server knows more. */
export function useActionLabel(): (action: string) => string {
  const { t } = useLingui()
  const labels: Record<string, MessageDescriptor | undefined> = actionLabels
  return (action) => {
    const label = labels[action]
    return label ? t(label) : action
  }
}

/** Who did something. */
export function Actor({ actor: { kind, name } }: Pick<AuditEntry, 'actor'>) {
  if (name) return name
  if (kind === 'system') return <Trans>The system</Trans>
  if (kind === 'staff') return <Trans>Somebody who runs the installation</Trans>
  return kind === 'device' ? <Trans>A device</Trans> : <Trans>A visitor</Trans>
}

/** All that is known of an entry: the fields that differ, before and after. */
export function AuditEntryDetails({ entry }: { entry: AuditEntry }) {
  const language = useLanguage()
  const label = useActionLabel()
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])]
  const changes = names.map((name) => ({
    label: wordsOf(name),
    value:
      name in entry.before ? (
        <Trans>
          {textOf(entry.before[name])} → {textOf(entry.after[name])}
        </Trans>
      ) : (
        textOf(entry.after[name])
      ),
  }))
  const others = Object.entries(entry.details).map(([name, value]) => ({
    label: wordsOf(name),
    value: textOf(value),
  }))
  return (
    <Facts
      facts={[
        { label: <Trans>What</Trans>, value: label(entry.action) },
        { label: <Trans>Who</Trans>, value: <Actor actor={entry.actor} /> },
        { label: <Trans>When</Trans>, value: formatExactTime(entry.at, language, ownTimeZone()) },
        ...(entry.target.name ? [{ label: <Trans>Of</Trans>, value: entry.target.name }] : []),
        ...changes,
        ...others,
      ]}
    />
  )
}

/** Fields are named as in the API. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
