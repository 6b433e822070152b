import { hasValues } from '../../db/has-values.ts'
import { type CorrectedValues, LogRecord } from '@gatehouse/validation/endpoints/access-log'
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type ReadingActor } from '../../context.ts'
import { type CorrectedFields, logCorrections } from '../../db/schema/log-entries.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { visitHosts, type GivenAnswer, visits } from '../../db/schema/visits.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeOfId } from '../../lib/ids.ts'
import { toLocalTime } from '../../lib/zoned-time.ts'
import { isPossibleMatch } from '../bans/near-match.ts'
import { hasOtherPhone } from '../check-in/other-phone.ts'
import { hostAccount, hostName, isHostAccount, findUserNames } from '../people/user-names.ts'
import { canReadMobilesOfHistory, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { hasReadableRecords, isAccessibleSite, isCheckOutSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

type Reader = Pick<Context<ReadingActor>, 'actor' | 'now'>

/** A visit or refused attempt with all its details. */
export function getLogRecord({ db, actor, now }: Context<ReadingActor>, id: string): Promise<LogRecord> {
  const scope = getWorkingScope(actor)
  return withListScope(db, scope, (tx) => readLogRecord(tx, { actor, now }, scope, id))
}

/** Same as `getLogRecord`, within a transaction. */
export async function readLogRecord(
  tx: Transaction,
  who: Reader,
  scope: ClientScope,
  id: string,
): Promise<LogRecord> {
  const at = timeInId(id)
  const found =
    at && ((await readVisit(tx, who, scope, id, at)) ?? (await readRefusal(tx, who, scope, id, at)))
  if (!found) throw new AppError('not_found')
  return found
}

/** The time encoded in a record's id. @returns undefined for an id that no record can have */
export function timeInId(id: string): Date | undefined {
  try {
    return timeOfId(id)
  } catch {
    return undefined
  }
}

const common = (actor: ReadingActor, record: typeof visits | typeof refusedAttempts, isOpen: SQL) => ({
  siteName: sites.name,
  timeZone: sites.timeZone,
  methodName: signInMethods.name,
  accountFirstName: users.firstName,
  accountLastName: users.lastName,
  isOffline: record.signedInOffline,
  canRead: canReadMobilesOfHistory(actor, isOpen),
  // Never null.
  canManage: sql<boolean>`(${isAccessibleSite(actor, 'manage')})`,
  canCheckOut: isCheckOutSite(actor),
})

const isMethodOf = (record: typeof visits | typeof refusedAttempts) =>
  hasValues(signInMethods, { clientId: record.clientId, id: record.methodId })
const isAccountOf = (record: typeof visits | typeof refusedAttempts) =>
  hasValues(users, { clientId: record.clientId, id: record.userId })

async function readVisit(
  tx: Transaction,
  { actor, now }: Reader,
  { clientId }: ClientScope,
  id: string,
  at: Date,
): Promise<LogRecord | undefined> {
  const [row] = await tx
    .select({ visit: visits, ...common(actor, visits, sql`${visits.endedAs} is null`) })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .leftJoin(signInMethods, isMethodOf(visits))
    .leftJoin(users, isAccountOf(visits))
    .where(and(hasValues(visits, { clientId, id, signedInAt: at }), hasReadableRecords(actor, 'see')))
  if (!row) return undefined
  const { visit, canManage, canRead } = row
  const asked = { clientId, siteId: visit.siteId, visitId: id, at: visit.createdAt }
  const ended = visit.endedBy === null ? [] : [{ clientId, id: visit.endedBy }]
  const [corrections, roles, host, names, isMatch, isOnOtherPhone] = await Promise.all([
    readCorrections(tx, clientId, id, canRead),
    canManage ? readRoles(tx, clientId, visit.siteId) : [],
    readHost(tx, clientId, id),
    findUserNames(tx, ended),
    actor.kind === 'staff' && isPossibleMatch(tx, asked),
    hasOtherPhone(tx, visit),
  ])
  return toFields(
    LogRecord,
    { ...visit, ...row },
    {
      ...shared(row, visit, now),
      record: 'visit',
      result: 'ok',
      at: visit.signedInAt.toISOString(),
      signed_out_local: visit.signedOutAt && toLocalTime(visit.signedOutAt, row.timeZone),
      other_phone: isOnOtherPhone,
      possible_ban_match: isMatch,
      ended_by: names.get(visit.endedBy ?? '') ?? null,
      ...host,
      corrections,
      roles,
      ban_id: null,
      can_correct: canManage,
      can_check_out: canManage && row.canCheckOut && visit.endedAs === null,
      last_modified: lastModifiedOf(visit, corrections).toISOString(),
    },
  )
}

/** The last change of a visit: its sign-in, its end or its latest correction. */
export function lastModifiedOf(
  { createdAt, endedAt }: Pick<typeof visits.$inferSelect, 'createdAt' | 'endedAt'>,
  corrections: readonly { at: string }[],
): Date {
  const times = [createdAt, ...(endedAt ? [endedAt] : []), ...corrections.map(({ at }) => new Date(at))]
  return new Date(Math.max(...times.map(Number)))
}

async function readRefusal(
  tx: Transaction,
  { actor, now }: Reader,
  { clientId }: ClientScope,
  id: string,
  at: Date,
): Promise<LogRecord | undefined> {
  const [row] = await tx
    .select({ attempt: refusedAttempts, ...common(actor, refusedAttempts, sql`false`) })
    .from(refusedAttempts)
    .innerJoin(sites, isSiteOf(refusedAttempts))
    .leftJoin(signInMethods, isMethodOf(refusedAttempts))
    .leftJoin(users, isAccountOf(refusedAttempts))
    .where(
      and(hasValues(refusedAttempts, { clientId, id, attemptedAt: at }), hasReadableRecords(actor, 'see')),
    )
  if (!row) return undefined
  const { attempt } = row
  const corrections = await readCorrections(tx, clientId, id, row.canRead)
  return toFields(
    LogRecord,
    { ...attempt, ...row },
    {
      ...shared(row, attempt, now),
      record: 'refused',
      result: attempt.reason,
      at: attempt.attemptedAt.toISOString(),
      signed_out_at: null,
      signed_out_local: null,
      other_phone: false,
      left_by_other_phone: false,
      possible_ban_match: false,
      after_refusal: false,
      ended_as: null,
      ended_at: null,
      ended_by: null,
      end_reason: '',
      assumed_left_at: null,
      ...noHost,
      corrections,
      roles: [],
      ban_id: actor.kind === 'staff' ? attempt.banId : null,
      can_correct: false,
      can_check_out: false,
      last_modified: lastModifiedOf(
        { createdAt: attempt.createdAt, endedAt: null },
        corrections,
      ).toISOString(),
    },
  )
}

type Stored = typeof visits.$inferSelect | typeof refusedAttempts.$inferSelect
interface Around {
  siteName: string
  timeZone: string
  methodName: string | null
  accountFirstName: string | null
  accountLastName: string | null
  canRead: MobilesReadable
}

/** A user whose typed name was deleted is shown with the name of the account. */
function shared({ canRead, ...row }: Around, record: Stored, now: Date) {
  const hasName = record.firstName !== '' || record.lastName !== ''
  return {
    ...showMobile(record.mobile, canRead),
    site: row.siteName,
    method: row.methodName,
    first_name: hasName ? record.firstName : (row.accountFirstName ?? ''),
    last_name: hasName ? record.lastName : (row.accountLastName ?? ''),
    role: record.roleName === '' ? null : record.roleName,
    as_of: now.toISOString(),
    now_local: toLocalTime(now, row.timeZone),
    received_at: record.signedInOffline ? record.createdAt.toISOString() : null,
    answers: record.answers.map(toAnswer),
    is_anonymised: !hasName && record.mobile === '',
  }
}

const toAnswer = ({ question_text, answer_text, failed }: GivenAnswer) => ({
  question: question_text,
  answer: answer_text,
  failed,
})

/** The latest corrections that are shown with a record. The log lists all of them. */
const SHOWN_CORRECTIONS = 200

async function readCorrections(
  tx: Transaction,
  clientId: string,
  visitId: string,
  canRead: MobilesReadable,
): Promise<LogRecord['corrections']> {
  const rows = await tx
    .select({
      correction: logCorrections,
      by: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`,
    })
    .from(logCorrections)
    .leftJoin(users, hasValues(users, { clientId: logCorrections.clientId, id: logCorrections.correctedBy }))
    .where(hasValues(logCorrections, { clientId, visitId }))
    .orderBy(desc(logCorrections.at), desc(logCorrections.id))
    .limit(SHOWN_CORRECTIONS)
  return rows.toReversed().map(({ correction: { id, at, note, before, after, correctedBy }, by }) => ({
    id,
    at: at.toISOString(),
    by,
    by_visitor: correctedBy === null,
    note,
    before: toCorrectedValues(before, canRead),
    after: toCorrectedValues(after, canRead),
  }))
}

export function toCorrectedValues(
  { mobile, ...fields }: CorrectedFields,
  canRead: MobilesReadable,
): CorrectedValues {
  if (mobile === undefined) return fields
  return { ...fields, ...showMobile(mobile, canRead) }
}

function readRoles(tx: Transaction, clientId: string, siteId: string) {
  return tx
    .select({ id: visitorRoles.id, name: visitorRoles.name })
    .from(visitorRoles)
    .where(hasValues(visitorRoles, { clientId, siteId, enabled: true }))
    .orderBy(asc(visitorRoles.position), asc(visitorRoles.id))
}

type HostFields = Pick<LogRecord, 'host' | 'host_answer' | 'host_answered_at'>

const noHost: HostFields = { host: null, host_answer: null, host_answered_at: null }

async function readHost(tx: Transaction, clientId: string, visitId: string): Promise<HostFields> {
  const [row] = await tx
    .select({ host: hostName, answer: visitHosts.answer, answeredAt: visitHosts.answeredAt })
    .from(visitHosts)
    .leftJoin(hostAccount, isHostAccount)
    .where(hasValues(visitHosts, { clientId, visitId }))
  if (!row) return noHost
  return {
    host: row.host,
    host_answer: row.answer,
    host_answered_at: row.answeredAt?.toISOString() ?? null,
  }
}
