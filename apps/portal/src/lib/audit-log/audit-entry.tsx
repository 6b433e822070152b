import { ownTimeZone, type TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { Trans, useLingui } from '@lingui/react/macro'
import { Actor, useActionLabel, useTargetName } from './audit-words.tsx'
import { formatCalendarDay, weekdayName } from '@gatehouse/i18n/format/calendar'
import { languageNames } from '@gatehouse/i18n/language-names'
import type { MessageDescriptor } from '@lingui/core'
import { zoneLabel } from '../forms/place-options.ts'
import {
  apiKeyScopeLabels,
  hostAnswerLabels,
  accountTypeLabels,
  lookLabels,
  methodTypeLabels,
  statusLabels,
} from '../labels/vocabulary-labels.ts'
import { fieldLabels } from './field-labels.ts'

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

const labels: Record<string, MessageDescriptor | null | undefined> = fieldLabels

/** Fields whose values have texts. */
const wordsOfField: Record<string, Record<string, MessageDescriptor | undefined> | undefined> = {
  type: methodTypeLabels,
  look: lookLabels,
  status: statusLabels,
  user_type: accountTypeLabels,
  scopes: apiKeyScopeLabels,
  answer: hostAnswerLabels,
  two_step_required_for: {
    ...accountTypeLabels,
    admin: accountTypeLabels.Admin,
    site_admin: fieldLabels.site_admin ?? undefined,
  },
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const MOST_ITEMS = 20

/**
 * The label of a field; its name where a newer server sends others, and null for one that is not
 * shown.
 */
function useFieldLabel(): (name: string) => string | null {
  const { t } = useLingui()
  return (name) => {
    const label = labels[name]
    if (label === null) return null
    return label ? t(label) : name.replaceAll('_', ' ')
  }
}

/** The text of a field's value. */
function useValueText(): (name: string, value: unknown) => string {
  const { t } = useLingui()
  const language = useLanguage()
  const labelOf = useFieldLabel()

  const textOfOne = (name: string, text: string): string => {
    const word = wordsOfField[name]?.[text]
    if (word) return t(word)
    if (name === 'region') return new Intl.DisplayNames(language, { type: 'region' }).of(text) ?? text
    if (name === 'language') return languageOf(text) ?? text
    if (name === 'time_zone') return zoneLabel(text)
    if (name === 'installed_on') return formatCalendarDay(text, language)
    return instant.test(text) ? formatExactTime(text, language, ownTimeZone()) : text
  }
  const textOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (name === 'day' && typeof value === 'number') return weekdayName(value, language)
    if (name === 'question_ids' && Array.isArray(value)) return String(value.length)
    if (Array.isArray(value)) return textOfItems(name, value)
    if (name === 'erased' || name === 'kept') return String(totalOf(value))
    if (typeof value === 'object') return textOfParts(value)
    return textOfOne(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const textOfItems = (name: string, items: readonly unknown[]): string => {
    if (items.length === 0) return '–'
    const hidden = items.length - MOST_ITEMS
    const shown = items.slice(0, MOST_ITEMS).map((item) =>
      typeof item === 'object' && item !== null
        ? Object.entries(item)
            .filter(([part]) => labelOf(part) !== null)
            .map(([part, value]) => textOf(part, value))
            .join(' ')
        : textOf(name, item),
    )
    return [...shown, ...(hidden > 0 ? [`+${hidden}`] : [])].join(', ')
  }
  const textOfParts = (value: object): string => {
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '')
    if (parts.length === 0) return '–'
    return parts
      .map(([part, of]) => `${languageOf(part) ?? labelOf(part) ?? part}: ${textOf(part, of)}`)
      .join('; ')
  }
  return textOf
}

/** For an erasure, the receipt has the kinds; the log only the number of records. */
function totalOf(counts: unknown): number {
  if (typeof counts !== 'object' || counts === null) return 0
  return Object.values(counts).reduce((sum: number, count) => sum + Number(count), 0)
}

function languageOf(code: string): string | undefined {
  return Object.entries(languageNames).find(([language]) => language === code)?.[1]
}
