import type { LogEvent, LogResult } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { CorrectedFields } from '../../db/schema/log-corrections.ts'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import { canReadMobilesOfHistory, type MobilesReadable } from '../people/mobile-visibility.ts'
import { authorName, personName, sourceName } from './entries.ts'

/** The columns of `exportColumns`. An array is read faster than an object with as many names. */
export type ExportedRow = [
  seconds: number,
  recordId: string,
  event: LogEvent,
  result: LogResult,
  kind: string,
  dependents: number,
  source: string,
  isOffline: boolean,
  temperature: number | null,
  stayMinutes: number | null,
  site: string,
  timeZone: string,
  region: string,
  method: string | null,
  role: string,
  person: string,
  mobile: string,
  canReadMobile: MobilesReadable,
  answers: GivenAnswer[] | null,
  before: CorrectedFields | null,
  after: CorrectedFields | null,
  note: string | null,
  author: string | null,
  byVisitor: boolean,
]

export const answersOf = (row: ExportedRow): GivenAnswer[] | null => row[18]

/**
 * What an export reads of an entry. The time is in seconds, because PostgreSQL computes with a float several times as fast as with a number of
 * any length; a microsecond is still exact. The answers stand beside the sign-in or the refusal at which they were given.
 */
export const exportColumns = (actor: ReadingActor): SQL => sql`
  date_part('epoch', entry.at), entry.record_id, entry.event, entry.result, entry.kind, entry.dependents, ${sourceName},
  entry.signed_in_offline, entry.temperature::float8, floor(entry.stay)::int, sites.name, sites.time_zone, sites.region, method.name,
  entry.role_name, ${personName}, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)},
  case when entry.event in ('in', 'refused') and entry.answers <> '[]' then entry.answers end,
  correction.before, correction.after, correction.note, ${authorName}, entry.event = 'corrected' and correction.corrected_by is null`
