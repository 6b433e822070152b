import {
  checkOutRoles,
  defaultLanguage,
  defaultRegion,
  type FirstStep,
  languages,
  looks,
  twoStepAudiences,
} from '@gatehouse/validation/vocabulary'
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
import { createdAt, foldedColumn, lastModified, moment, oneOf, spellingKey } from './columns.ts'

/** A tenant. Its `id` is the `client_id` of all other tables, which row-level security compares. */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    companyNo: text('company_no').notNull(),
    street: text('street').notNull().default(''),
    suburb: text('suburb').notNull().default(''),
    state: text('state').notNull().default(''),
    postCode: text('post_code').notNull().default(''),
    country: text('country').notNull().default(''),
    phone: text('phone').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    look: text('look', { enum: looks }).notNull().default('presence'),
    language: text('language', { enum: languages }).notNull().default(defaultLanguage),
    region: char('region', { length: 2 }).notNull().default(defaultRegion),
    timeZone: text('time_zone').notNull().default('Australia/Sydney'),
    boardWithoutTwoStep: boolean('board_without_two_step').notNull().default(false),
    twoStepRequiredFor: text('two_step_required_for', { enum: twoStepAudiences })
      .array()
      .notNull()
      .default(sql`'{}'`),
    // Days until a class of data is anonymised; null means never.
    contactRetentionDays: integer('contact_retention_days').default(28),
    answerRetentionDays: integer('answer_retention_days').default(365),
    temperatureRetentionDays: integer('temperature_retention_days').default(28),
    photoRetentionDays: integer('photo_retention_days').default(28),
    createdAt: createdAt(),
    lastModified: lastModified(),
    acceptsUnknownMobiles: boolean('accepts_unknown_mobiles').notNull().default(false),
    foldedName: foldedColumn('folded_name', ['name']),
    foldedCompanyNo: foldedColumn('folded_company_no', ['company_no']),
    /** The first steps that were closed: `done` or `skipped`. */
    closedSteps: jsonb('closed_steps')
      .$type<Partial<Record<FirstStep, 'done' | 'skipped'>>>()
      .notNull()
      .default({}),
    /** When the head of the log chain was last sent out. */
    logHeadSentAt: moment('log_head_sent_at'),
    checkOutOthers: text('check_out_others', { enum: checkOutRoles }).notNull().default('Manager'),
    accent: text('accent'),
    /** The key of its files without height and ending. */
    logo: text('logo'),
  },
  (table) => [
    uniqueIndex('clients_company_no_key').on(spellingKey(table.companyNo)),
    index('clients_name_idx').on(table.foldedName, table.id),
    oneOf(table.look, looks),
    oneOf(table.language, languages),
    oneOf(table.checkOutOthers, checkOutRoles),
    check('clients_accent_check', sql`${table.accent} ~ '^#[0-9a-f]{6}$'`),
  ],
)
