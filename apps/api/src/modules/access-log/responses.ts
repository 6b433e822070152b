import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { showMobile } from '../people/mobile-visibility.ts'
import { toCorrectedValues } from './get-record.ts'
import type { LogRow } from './read-entries.ts'

/** Added to the id of the visit, which is the entry of the sign-in. */
const endings: Partial<Record<LogRow['event'], string>> = { out: '.left', assumed_left: '.assumed_left' }

export function toLogEntry(row: LogRow): LogEntry {
  const { mobile, isMasked } = showMobile(row.mobile, row.can_read_mobile)
  return {
    id: `${row.id}${endings[row.event] ?? ''}`,
    record_id: row.record_id,
    at: new Date(row.at).toISOString(),
    time_zone: row.time_zone,
    site: row.site,
    site_id: row.site_id,
    person: row.person,
    mobile,
    mobile_masked: isMasked,
    kind: row.kind,
    role: row.role === '' ? null : row.role,
    method: row.method,
    event: row.event,
    result: row.result,
    temperature: row.temperature,
    dependents: row.dependents,
    stay_minutes: row.stay_minutes,
    source: row.source,
    signed_in_offline: row.signed_in_offline,
    by_other_phone: row.by_other_phone,
    after_refusal: row.after_refusal,
    correction: toCorrection(row),
  }
}

function toCorrection(row: LogRow): LogEntry['correction'] {
  const { before, after, note, author, has_author: hasAuthor, can_read_mobile: canRead } = row
  if (!before || !after) return null
  return {
    by: author,
    by_visitor: !hasAuthor,
    note: note ?? '',
    before: toCorrectedValues(before, canRead),
    after: toCorrectedValues(after, canRead),
  }
}
