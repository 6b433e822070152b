import { reportCadences } from '@gatehouse/validation/endpoints/report-views'
import { reportNames } from '@gatehouse/validation/endpoints/reports'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, foldedColumn, id, lastModified, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { personKinds } from './visits.ts'
import { users } from './users.ts'
import { key, ofClient, reference } from './references.ts'

/** Saved reports with their schedules. They reference people by id only, a person by a visit. */
export const reportViews = pgTable(
  'report_views',
  {
    clientId: clientId(),
    id: id(),
    /** Null where a site_admin saved it. */
    ownerId: uuid('owner_id'),
    name: text('name').notNull(),
    foldedName: foldedColumn('folded_name', ['name']),
    report: text('report', { enum: reportNames }).notNull(),
    siteId: uuid('site_id'),
    /** A visit of the person whose contacts the report lists. */
    visitId: uuid('visit_id'),
    /** The number of days or months; see `reportSpans`. */
    span: smallint('span'),
    kind: text('kind', { enum: personKinds }),
    role: text('role').notNull().default(''),
    /** Null where it is not emailed. */
    cadence: text('cadence', { enum: reportCadences }),
    weekday: smallint('weekday').notNull().default(1),
    monthDay: smallint('month_day').notNull().default(1),
    /** `HH:MM` by the clock of the site, or of the client. */
    timeOfDay: text('time_of_day').notNull().default('07:00'),
    recipients: uuid('recipients').array().notNull().default([]),
    nextDueAt: moment('next_due_at'),
    lastSentAt: moment('last_sent_at'),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    reference([table.clientId, table.ownerId], users),
    reference([table.clientId, table.siteId], sites),
    index('report_views_due_idx')
      .on(table.nextDueAt)
      .where(sql`${table.nextDueAt} is not null`),
    oneOf(table.report, reportNames),
    oneOf(table.kind, personKinds),
    oneOf(table.cadence, reportCadences),
    check('report_views_due_check', sql`(${table.cadence} is null) = (${table.nextDueAt} is null)`),
  ],
)
