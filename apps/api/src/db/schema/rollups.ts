import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { key, ofClient, reference } from './references.ts'

/** The lengths of time that figures are summed over. All are cut in UTC; every zone is a multiple of a quarter hour away from it. */
export const granularities = ['quarter_hour', 'day', 'month'] as const
export type Granularity = (typeof granularities)[number]

const figureColumns = () => ({
  /** How many by key: `visitor` and `user` (check-ins by kind), `role:<id>`, `method:<id>`, and each reason of a refusal. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
  /** The histogram of the stays: how many by `gatehouse_stay_bin`. A stay belongs to the time of its sign-in. */
  stays: jsonb('stays').$type<Record<string, number>>().notNull().default({}),
})

const rollupColumns = () => ({
  granularity: text('granularity', { enum: granularities }).notNull(),
  startsAt: moment('starts_at').notNull(),
  ...figureColumns(),
})

/**
 * What check-ins, check-outs, corrections and refusals change in the figures, written by triggers in the same transaction. A job folds
 * deltas into the roll-ups. Folded deltas stay for a few days, because a period may begin within a quarter hour.
 */
export const rollupDeltas = pgTable(
  'rollup_deltas',
  {
    clientId: clientId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    siteId: uuid('site_id').notNull(),
    /** When the sign-in or the refused attempt was. */
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

/** The figures of a site, or of all sites of a client together. Roles and methods are counted by site only. */
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

/** The figures of all clients together. Only the scope of the installation sees them. */
export const installationRollups = pgTable('installation_rollups', rollupColumns(), (table) => [
  key(table.granularity, table.startsAt),
  oneOf(table.granularity, granularities),
])
