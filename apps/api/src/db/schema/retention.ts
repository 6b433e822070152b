import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { bytes, clientId, id, moment } from './columns.ts'
import { key, ofClient } from './references.ts'

/** When retention runs next for a client. */
export const retentionSchedules = pgTable(
  'retention_schedules',
  {
    clientId: clientId(),
    nextRunAt: moment('next_run_at').notNull(),
  },
  (table) => [
    key(table.clientId),
    ofClient(table),
    index('retention_schedules_next_run_at_idx').on(table.nextRunAt),
  ],
)

/** A failed step of a run: the class of data, the table and the kind of error. */
export interface RetentionFailure {
  class: string
  table: string
  error: string
}

/**
 * How many rows of a client a run anonymised, written in the transactions of the changes. A cut-off
 * is null where the class is kept for ever. A run that ended early has no `finished_at`.
 */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    clientId: clientId(),
    id: id(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    contactCutoff: moment('contact_cutoff'),
    answerCutoff: moment('answer_cutoff'),
    temperatureCutoff: moment('temperature_cutoff'),
    photoCutoff: moment('photo_cutoff'),
    contactRows: integer('contact_rows').notNull().default(0),
    answerRows: integer('answer_rows').notNull().default(0),
    temperatureRows: integer('temperature_rows').notNull().default(0),
    photoRows: integer('photo_rows').notNull().default(0),
    failures: jsonb('failures')
      .$type<RetentionFailure[]>()
      .notNull()
      .default(sql`'[]'`),
  },
  (table) => [key(table.clientId, table.id), ofClient(table)],
)

/**
 * A random salt for each local day whose visits are being anonymised. Visits of one person on one
 * day get the same pseudonym, so people can still be counted by day. The salt is deleted when the
 * day is done; after that, a pseudonym can't be linked to a person.
 */
export const retentionSalts = pgTable(
  'retention_salts',
  {
    clientId: clientId(),
    day: date('day', { mode: 'string' }).notNull(),
    salt: bytes('salt').notNull(),
  },
  (table) => [key(table.clientId, table.day), ofClient(table)],
)
