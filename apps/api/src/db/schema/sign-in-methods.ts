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
    /** Shown on the confirmation; a blank line splits paragraphs. */
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
    /** How a device measures; null where nothing was set. */
    settings: jsonb('settings').$type<DeviceSettings>(),
    foldedName: foldedColumn('folded_name', ['name']),
    /** Everything else that a search reads. */
    foldedDetails: foldedColumn('folded_details', ['location', 'serial_number', 'kiosk_id']),
    /** Whether visitors are asked whom they come to see. */
    asksHost: boolean('asks_host').notNull().default(false),
    /** Triggers keep it, so that no list looks at the site. */
    siteArchived: boolean('site_archived').notNull().default(false),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('sign_in_methods_site_idx').on(table.clientId, table.siteId),
    // In the order of names, also of all clients together, with everything that filters and searches of the list read.
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
    // Short, because its keys repeat: methods are counted in it, and listed by type.
    index('sign_in_methods_type_idx')
      .on(table.clientId, table.type, table.enabled)
      .where(sql`${table.retiredAt} is null and not ${table.siteArchived}`),
    oneOf(table.type, methodTypes),
    oneOf(table.look, looks),
    // A device that was retired can be set up again.
    uniqueIndex('sign_in_methods_serial_key')
      .on(table.clientId, spellingKey(table.serialNumber))
      .where(sql`${table.retiredAt} is null`),
  ],
)

/** Stands for a tablet whose page does not tell its id. */
export const unnamedKiosk = '00000000-0000-0000-0000-000000000000'

/** What each kiosk last told of itself. Several tablets may share a method. */
export const kioskReports = pgTable(
  'kiosk_reports',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    /** Sign-ins that it has stored and not sent. */
    waiting: integer('waiting').notNull(),
    reportedAt: moment('reported_at').notNull(),
    /** The tablet, by an id of its own. */
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

/** What limits have refused to guests at a method: since when, and when last. */
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

/** The client and method of a public key. It is read before the client is known. A retired key stays for a year, so that it is not given out meanwhile. */
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
