import type { CorrectedFields, logCorrections, logEntries } from '../../../db/schema/log-entries.ts'
import type { refusedAttempts } from '../../../db/schema/refused-attempts.ts'
import type { GivenAnswer, visits } from '../../../db/schema/visits.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'

/** The fields of a log entry that its hash covers. */
export type LogEntry = Pick<
  typeof logEntries.$inferSelect,
  'clientId' | 'at' | 'rank' | 'id' | 'siteId' | 'event' | 'result' | 'recordId' | 'methodId' | 'kind'
>

/**
 * What the chain keeps of a record: one digest of the facts that are kept forever, and one for each
 * class of personal data. The digests are keyed and include the record's id, so guesses cannot be
 * tested against them and two records of one person cannot be linked.
 */
export type RecordState = Pick<
  typeof logEntries.$inferSelect,
  'facts' | 'contact' | 'answers' | 'temperature'
>

/** The id of an entry's subject: the correction, or the visit or refused attempt. */
export const subjectOf = ({ event, id, recordId }: Pick<LogEntry, 'event' | 'id' | 'recordId'>): string =>
  event === 'corrected' ? id : recordId

type Part = string | number | boolean | Date | null | undefined

export type LogDigests = ReturnType<typeof createLogDigests>

export function createLogDigests(hash: KeyedHash) {
  const digest = (...parts: readonly Part[]) => hash.digest(...parts.map(textOf))
  const shared = (
    record: 'visit' | 'refused',
    row: typeof visits.$inferSelect | typeof refusedAttempts.$inferSelect,
  ) => {
    const { clientId, id, firstName, lastName, mobile, answers, temperature } = row
    const of = (name: string, ...parts: readonly Part[]) => digest(name, record, clientId, id, ...parts)
    const hasContact = firstName !== '' || lastName !== '' || mobile !== ''
    return {
      contact: hasContact ? of('contact', firstName, lastName, mobile) : null,
      answers: answers.length > 0 ? of('answers', answersText(answers)) : null,
      temperature: temperature === null ? null : of('temperature', temperature),
    }
  }
  const place = (row: typeof visits.$inferSelect | typeof refusedAttempts.$inferSelect): Part[] => [
    row.siteId,
    row.methodId,
    row.source,
    row.kind,
    row.userId,
    row.dependents,
    row.roleId,
    row.roleName,
    row.signedInOffline,
  ]
  return {
    ofVisit(visit: typeof visits.$inferSelect): RecordState {
      const { signedInAt, signedOutAt, endedAs, endedAt, endedBy, supersededBy, assumedLeftAt } = visit
      const ending = [signedInAt, signedOutAt, endedAs, endedAt, endedBy, supersededBy, assumedLeftAt]
      const facts = digest('visit', visit.clientId, visit.id, ...place(visit), ...ending)
      return { ...shared('visit', visit), facts }
    },
    ofRefusal(attempt: typeof refusedAttempts.$inferSelect): RecordState {
      const { attemptedAt, reason, banId } = attempt
      const facts = digest(
        'refused',
        attempt.clientId,
        attempt.id,
        ...place(attempt),
        attemptedAt,
        reason,
        banId,
      )
      return { ...shared('refused', attempt), facts }
    },
    ofCorrection(correction: typeof logCorrections.$inferSelect): RecordState {
      const { clientId, id, siteId, visitId, at, correctedBy, before, after, note } = correction
      const [old, now] = [split(before), split(after)]
      const facts = digest('correction', clientId, id, siteId, visitId, at, correctedBy, old.kept, now.kept)
      const contact = [old.personal, now.personal, note]
      return {
        facts,
        contact: contact.some((part) => part !== '')
          ? digest('contact', 'correction', clientId, id, ...contact)
          : null,
        answers: null,
        temperature: null,
      }
    },
    /**
     * The hash of an entry, chained to the hash before it.
     * @param previous undefined for a client's first entry
     */
    link(
      previous: Uint8Array | undefined,
      entry: LogEntry & RecordState & { position: number; chainedAt: Date },
    ): Buffer {
      const { clientId, at, id, siteId, event, result, recordId, methodId, kind, position, chainedAt } = entry
      return hash.digest(
        'link',
        previous ?? '',
        ...[clientId, position, at, event, id, siteId, result, recordId, methodId, kind, chainedAt].map(
          textOf,
        ),
        entry.facts ?? '',
        entry.contact ?? '',
        entry.answers ?? '',
        entry.temperature ?? '',
      )
    },
  }
}

function textOf(part: Part): string {
  if (part === null || part === undefined) return ''
  return part instanceof Date ? part.toISOString() : String(part)
}

/** In a fixed order, because stored JSON has its own. */
function answersText(answers: readonly GivenAnswer[]): string {
  return JSON.stringify(
    answers.map((given) => [
      given.question_id,
      given.version,
      given.type,
      given.question_text,
      given.answer,
      given.answer_text,
      given.failed,
    ]),
  )
}

/** The fields of a correction that are kept forever, and those that are erased with the names. */
function split(fields: CorrectedFields) {
  const { first_name, last_name, mobile, role, dependents, signed_out_at, assumed_left_at } = fields
  const text = (values: readonly unknown[]) =>
    values.every((value) => value === undefined) ? '' : JSON.stringify(values.map((value) => value ?? null))
  // Corrections without this field keep the digest that they had before it existed.
  const assumed = assumed_left_at === undefined ? '' : text([assumed_left_at])
  return {
    kept: text([role, dependents, signed_out_at]) + assumed,
    personal: text([first_name, last_name, mobile]),
  }
}
