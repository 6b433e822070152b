import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { key, ofClient, reference } from './references.ts'

/** The periods of the sums, in UTC: every zone's offset is a multiple of 15 minutes. */
export const granularities = ['quarter_hour', 'day', 'month'] as const
export type Granularity = (typeof granularities)[number]

const figureColumns = () => ({
  /** Counts by key: `visitor`, `user`, `role:<id>`, `method:<id>`, and each reason of a refusal. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
  /** Stay lengths by `gatehouse_stay_bin`. A stay belongs to the time of its sign-in. */
  stays: jsonb('stays').$type<Record<string, number>>().notNull().default({}),
})

const rollupColumns = () => ({
  granularity: text('granularity', { enum: granularities }).notNull(),
  startsAt: moment('starts_at').notNull(),
  ...figureColumns(),
})

/**
 * How check-ins, check-outs, corrections and refusals change the figures, written by triggers in
 * the same transaction. A job folds deltas into the roll-ups. Folded deltas stay for a few days,
 * because a period may begin within a quarter hour.
 */
export const rollupDeltas = pgTable(
  'rollup_deltas',
  {
    clientId: clientId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    siteId: uuid('site_id').notNull(),
    /** The time of the sign-in or the refused attempt. */
    at: moment('at').notNull(),
    ...figureColumns(),
    isFolded: boolean('is_folded').notNull().default(false),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('rollup_deltas_unfolded_idx')
      .on(table.clientId, table.at)
      .where(sql`not ${table.isFolded}`),
    index('rollup_deltas_folded_idx')
      .on(table.at)
      .where(sql`${table.isFolded}`),
  ],
)

/** The figures of a site, or of all of a client. Roles and methods are counted by site only. */
export const rollups = pgTable(
  'rollups',
  {
    clientId: clientId(),
    /** The id of the site, or of the client for all of its sites. */
    scopeId: uuid('scope_id').notNull(),
    ...rollupColumns(),
  },
  (table) => [
    key(table.clientId, table.scopeId, table.granularity, table.startsAt),
    ofClient(table),
    oneOf(table.granularity, granularities),
    index('rollups_quarter_hours_idx')
      .on(table.startsAt)
      .where(sql`${table.granularity} = 'quarter_hour'`),
  ],
)

/** The figures of all clients together, visible only in the installation's scope. */
export const installationRollups = pgTable('installation_rollups', rollupColumns(), (table) => [
  key(table.granularity, table.startsAt),
  oneOf(table.granularity, granularities),
])
