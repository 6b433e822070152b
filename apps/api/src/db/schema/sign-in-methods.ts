import type { MethodColours } from '@gatehouse/validation/colours'
import type { DeviceSettings } from '@gatehouse/validation/endpoints/sign-in-methods'
import { guestLimits, type Language, looks, methodTypes } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
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
  clientId,
  createdAt,
  foldedColumn,
  id,
  lastModified,
  moment,
  oneOf,
  spellingKey,
} from './columns.ts'
import { sites } from './sites.ts'
import { key, reference } from './references.ts'

export type Translated = { [Name in Language]?: string | undefined }

export const signInMethods = pgTable(
  'sign_in_methods',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    type: text('type', { enum: methodTypes }).notNull(),
    name: text('name').notNull(),
    location: text('location').notNull().default(''),
    kioskId: text('kiosk_id').notNull().default(''),
    serialNumber: text('serial_number').notNull().default(''),
    /** Shown on the confirmation; a blank line separates paragraphs. */
    successMessage: jsonb('success_message').$type<Translated>().notNull().default({}),
    useTemperature: boolean('use_temperature').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    retiredAt: moment('retired_at'),
    createdAt: createdAt(),
    lastModified: lastModified(),
    /** Null for the look of the client. */
    look: text('look', { enum: looks }),
    /** Null for the colours of the look. */
    colours: jsonb('colours').$type<MethodColours>(),
    /** How a device measures; null for the defaults. */
    settings: jsonb('settings').$type<DeviceSettings>(),
    foldedName: foldedColumn('folded_name', ['name']),
    /** The other searchable columns. */
    foldedDetails: foldedColumn('folded_details', ['location', 'serial_number', 'kiosk_id']),
    /** Whether visitors are asked who they are visiting. */
    asksHost: boolean('asks_host').notNull().default(false),
    /** Maintained by triggers, so that lists need no join with sites. */
    siteArchived: boolean('site_archived').notNull().default(false),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('sign_in_methods_site_idx').on(table.clientId, table.siteId),
    // In the order of names, also across all clients, with every column that the list's filters
    // and searches read.
    index('sign_in_methods_name_idx')
      .on(
        table.foldedName,
        table.id,
        table.clientId,
        table.siteId,
        table.enabled,
        table.type,
        table.foldedDetails,
      )
      .where(sql`${table.retiredAt} is null and not ${table.siteArchived}`),
    // Small, because its keys repeat: for counts of methods, and lists by type.
    index('sign_in_methods_type_idx')
      .on(table.clientId, table.type, table.enabled)
      .where(sql`${table.retiredAt} is null and not ${table.siteArchived}`),
    oneOf(table.type, methodTypes),
    oneOf(table.look, looks),
    // A retired device's serial number can be used again.
    uniqueIndex('sign_in_methods_serial_key')
      .on(table.clientId, spellingKey(table.serialNumber))
      .where(sql`${table.retiredAt} is null`),
  ],
)

/** The id of tablets whose page reports none. */
export const unnamedKiosk = '00000000-0000-0000-0000-000000000000'

/** The last report of each kiosk. Several tablets may share a method. */
export const kioskReports = pgTable(
  'kiosk_reports',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    /** The number of stored sign-ins that were not sent yet. */
    waiting: integer('waiting').notNull(),
    reportedAt: moment('reported_at').notNull(),
    /** The tablet's own id. */
    kiosk: uuid('kiosk').notNull().default(unnamedKiosk),
  },
  (table) => [
    key(table.clientId, table.methodId, table.kiosk),
    reference([table.clientId, table.methodId], signInMethods),
    index('kiosk_reports_reported_at_idx').on(table.reportedAt),
    check('kiosk_reports_waiting_check', sql`${table.waiting} >= 0`),
  ],
)

export const pairedKiosks = pgTable(
  'paired_kiosks',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    /** Keyed hash of its token. */
    tokenHash: bytes('token_hash').notNull(),
    pairedAt: moment('paired_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.methodId, table.tokenHash),
    reference([table.clientId, table.methodId], signInMethods),
  ],
)

/** Which limits refused guests at a method: first and last time. */
export const limitedMethods = pgTable(
  'limited_methods',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    kind: text('kind', { enum: guestLimits }).notNull(),
    since: moment('since').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.methodId, table.kind),
    reference([table.clientId, table.methodId], signInMethods),
    index('limited_methods_last_at_idx').on(table.lastAt),
    oneOf(table.kind, guestLimits),
  ],
)

/**
 * The client and method of a public key, looked up before the client is known. A retired key stays
 * for a year, so that it is not reissued.
 */
export const methodKeys = pgTable(
  'method_keys',
  {
    key: char('key', { length: 4 }).notNull(),
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    createdAt: createdAt(),
    retiredAt: moment('retired_at'),
    foldedKey: foldedColumn('folded_key', ['key']),
  },
  (table) => [
    key(table.key),
    reference([table.clientId, table.methodId], signInMethods),
    index('method_keys_method_idx').on(table.methodId),
    uniqueIndex('method_keys_live_key')
      .on(table.clientId, table.methodId)
      .where(sql`${table.retiredAt} is null`),
    index('method_keys_retired_at_idx')
      .on(table.retiredAt)
      .where(sql`${table.retiredAt} is not null`),
    check('method_keys_key_check', sql`${table.key} ~ '^[A-HJ-NP-TV-Z2-9]{4}$'`),
  ],
)
