import { externalApiOutcomes, type Parameter } from '@gatehouse/validation/endpoints/external-api'
import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { defaultRegion, siteStatuses } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  bytes,
  celsius,
  clientId,
  createdAt,
  foldedColumn,
  id,
  lastModified,
  moment,
  oneOf,
  spellingKey,
} from './columns.ts'
import { key, ofClient, reference } from './references.ts'

export const sites = pgTable(
  'sites',
  {
    clientId: clientId(),
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    address: text('address').notNull().default(''),
    comments: text('comments').notNull().default(''),
    installedOn: date('installed_on', { mode: 'string' }),
    timeZone: text('time_zone').notNull().default('Australia/Sydney'),
    region: char('region', { length: 2 }).notNull().default(defaultRegion),
    status: text('status', { enum: siteStatuses }).notNull().default('active'),
    offlineUsers: boolean('offline_users').notNull().default(false),
    questionsByUser: boolean('questions_by_user').notNull().default(false),
    lowTemperature: celsius('low_temperature').notNull().default(limits.site.temperature.low),
    highTemperature: celsius('high_temperature').notNull().default(limits.site.temperature.high),
    overdueAfterHours: integer('overdue_after_hours').notNull().default(13),
    createdAt: createdAt(),
    lastModified: lastModified(),
    foldedName: foldedColumn('folded_name', ['name']),
    openingHours: jsonb('opening_hours').$type<OpenHours[]>().notNull().default([]),
    foldedAddress: foldedColumn('folded_address', ['address']),
    /** People were notified about everyone overdue who signed in up to this time. */
    overdueToldUntil: moment('overdue_told_until'),
    /** Hours after which an overdue person is assumed to have left; null disables this. */
    assumedLeftAfterHours: integer('assumed_left_after_hours'),
    /** The same value for all sites with equal zone and opening hours; null without hours. */
    hoursKey: uuid('hours_key').generatedAlwaysAs(
      sql.raw(`case when opening_hours <> '[]' then md5(time_zone || opening_hours::text)::uuid end`),
    ),
    /** The key of its file without the ending. */
    picture: text('picture'),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    oneOf(table.status, siteStatuses),
    check('sites_temperature_check', sql`${table.lowTemperature} < ${table.highTemperature}`),
    check('sites_overdue_check', sql`${table.overdueAfterHours} > 0`),
    check('sites_assumed_left_check', sql`${table.assumedLeftAfterHours} > 0`),
    // In the order of names, also across all clients, with every column that the list's filters
    // and searches read.
    index('sites_name_idx').on(
      table.foldedName,
      table.id,
      table.clientId,
      table.status,
      table.timeZone,
      table.foldedAddress,
    ),
    // In the order of zones: a page need not sort all sites.
    index('sites_zone_idx').on(table.timeZone, table.id, table.clientId, table.status),
    // Small, because its keys repeat: for counts of sites.
    index('sites_status_idx').on(table.clientId, table.status),
    // When people at a site are overdue, without reading its row.
    index('sites_overdue_idx').on(
      table.clientId,
      table.id,
      table.status,
      table.overdueAfterHours,
      table.hoursKey,
    ),
    index('sites_archived_idx')
      .on(table.clientId, table.id)
      .where(sql`${table.status} = 'archived'`),
    // The board, filters and exports identify a site by its name alone, so it is unique among sites
    // that are not archived.
    uniqueIndex('sites_name_key')
      .on(table.clientId, spellingKey(table.name))
      .where(sql`${table.status} = 'active'`),
  ],
)

/**
 * How many distinct people came to a site on each of the last local days, counted by a job after
 * each day. Days from `counted_until` on are counted from the visits, and so are all days after the
 * site's zone was changed.
 */
export const siteDayCounts = pgTable(
  'site_day_counts',
  {
    clientId: clientId(),
    siteId: uuid('site_id').notNull(),
    /** The zone of these days. */
    timeZone: text('time_zone').notNull(),
    /** The first day that is not counted yet. */
    countedUntil: date('counted_until', { mode: 'string' }).notNull(),
    /** Counts by day. Days without people are absent. */
    people: jsonb('people').$type<Record<string, number>>().notNull().default({}),
    nextCountAt: moment('next_count_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.siteId),
    reference([table.clientId, table.siteId], sites),
    index('site_day_counts_next_count_at_idx').on(table.nextCountAt),
  ],
)

/** Assembly points of a site in an evacuation. */
export const musterPoints = pgTable(
  'muster_points',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    name: text('name').notNull(),
    /** Its location, as text. */
    place: text('place').notNull().default(''),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('muster_points_site_idx').on(table.clientId, table.siteId),
    uniqueIndex('muster_points_name_key').on(table.clientId, table.siteId, spellingKey(table.name)),
  ],
)

/** The external URL that a site may send events to, and the last test of its present settings. */
export const siteExternalApis = pgTable(
  'site_external_apis',
  {
    clientId: clientId(),
    siteId: uuid('site_id').notNull(),
    url: text('url'),
    parameters: jsonb('parameters').$type<Parameter[]>().notNull().default([]),
    /** Encrypted for this client and site. */
    encryptedSecret: bytes('encrypted_secret'),
    secretSetAt: moment('secret_set_at'),
    enabled: boolean('enabled').notNull().default(false),
    testedAt: moment('tested_at'),
    testOutcome: text('test_outcome', { enum: externalApiOutcomes }),
    testStatus: integer('test_status'),
    testMilliseconds: integer('test_milliseconds'),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    key(table.clientId, table.siteId),
    reference([table.clientId, table.siteId], sites),
    oneOf(table.testOutcome, externalApiOutcomes),
    check(
      'site_external_apis_secret_check',
      sql`(${table.encryptedSecret} is null) = (${table.secretSetAt} is null)`,
    ),
  ],
)
