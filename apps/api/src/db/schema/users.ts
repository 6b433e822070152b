import { accountTypes, languages, userStatuses, userTypes } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  bytes,
  clientId,
  createdAt,
  foldedColumn,
  id,
  lastModified,
  moment,
  oneOf,
  spellingKeyColumn,
} from './columns.ts'
import { sites } from './sites.ts'
import { key, ofClient, reference } from './references.ts'

export const users = pgTable(
  'users',
  {
    clientId: clientId(),
    id: id(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    pendingEmail: text('pending_email'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** E.164, or empty. */
    mobile: text('mobile').notNull().default(''),
    language: text('language', { enum: languages }),
    employeeNumber: text('employee_number').notNull().default(''),
    phoneExtension: text('phone_extension').notNull().default(''),
    jobTitle: text('job_title').notNull().default(''),
    status: text('status', { enum: userStatuses }).notNull().default('pending'),
    admin: boolean('admin').notNull().default(false),
    siteAdmin: boolean('site_admin').notNull().default(false),
    changePassword: boolean('change_password').notNull().default(false),
    approvalAccess: boolean('approval_access').notNull().default(false),
    passwordHash: text('password_hash'),
    /** Keyed hash of name and mobile, which matches a guest's sign-in to this user. */
    personKey: text('person_key'),
    photoKey: text('photo_key'),
    lastSeenAt: moment('last_seen_at'),
    lastSeenSiteId: uuid('last_seen_site_id'),
    createdAt: createdAt(),
    lastModified: lastModified(),
    /**
     * Incremented by triggers when the password, the email, the status, the rights or the second
     * factors change. What was verified against an earlier version is no longer valid.
     */
    securityVersion: integer('security_version').notNull().default(1),
    foldedName: foldedColumn('folded_name', ['last_name', 'first_name']),
    /** Set by a trigger: administrator, or the highest type among the access entries. */
    userType: text('user_type', { enum: accountTypes }),
    /** Why the account was rejected. */
    statusReason: text('status_reason').notNull().default(''),
    /** PPE is required for this person. */
    ppe: boolean('ppe').notNull().default(false),
    temperatureCheck: boolean('temperature_check').notNull().default(false),
    /** Keyed hash of the PIN with which the person signs in at a device. */
    accessPinHash: bytes('access_pin_hash'),
    /** The other searchable columns. */
    foldedDetails: foldedColumn('folded_details', ['email', 'employee_number']),
    employeeNumberKey: spellingKeyColumn('employee_number_key', 'employee_number'),
    /** A Manager archived the account, so Managers may restore it; else only administrators. */
    archivedByManager: boolean('archived_by_manager').notNull().default(false),
    /** Since the last approval, somebody who may not approve accounts changed name or mobile. */
    unapprovedChange: boolean('unapproved_change').notNull().default(false),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    reference([table.clientId, table.lastSeenSiteId], sites),
    index('users_person_idx').on(table.clientId, table.personKey),
    index('users_mobile_idx').on(table.clientId, table.mobile),
    // In the order of names, with every column that the list's filters and searches read, for
    // index-only scans. The second index is for all clients together.
    index('users_folded_name_idx').on(
      table.clientId,
      table.foldedName,
      table.id,
      table.status,
      table.userType,
      table.lastName,
      table.firstName,
      table.foldedDetails,
      table.mobile,
    ),
    index('users_name_idx').on(
      table.foldedName,
      table.id,
      table.clientId,
      table.status,
      table.userType,
      table.lastName,
      table.firstName,
      table.foldedDetails,
      table.mobile,
    ),
    // Small, because its keys repeat: for counts of users.
    index('users_type_idx').on(table.clientId, table.status, table.userType),
    index('users_email_idx').on(table.clientId, table.emailKey, table.id),
    index('users_employee_number_idx').on(
      table.clientId,
      sql`${table.employeeNumber} collate gatehouse_names`,
      table.id,
      table.status,
      table.userType,
    ),
    uniqueIndex('users_employee_number_key').on(table.clientId, table.employeeNumberKey),
    uniqueIndex('users_access_pin_key').on(table.clientId, table.accessPinHash),
    index('users_admin_idx')
      .on(table.clientId, table.id)
      .where(sql`${table.admin} or ${table.siteAdmin}`),
    oneOf(table.status, userStatuses),
    oneOf(table.userType, accountTypes),
    oneOf(table.language, languages),
  ],
)

/** The client and user of an email address, looked up before the client is known. */
export const logins = pgTable(
  'logins',
  {
    emailKey: text('email_key').notNull(),
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [
    key(table.emailKey),
    unique('logins_user_key').on(table.clientId, table.userId),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
  ],
)

export const accessEntries = pgTable(
  'access_entries',
  {
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    siteId: uuid('site_id').notNull(),
    userType: text('user_type', { enum: userTypes }).notNull(),
  },
  (table) => [
    key(table.clientId, table.userId, table.siteId),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    reference([table.clientId, table.siteId], sites),
    // The last column is only read from the index: the users of a site.
    index('access_entries_site_idx').on(table.clientId, table.siteId, table.userType, table.userId),
    // Whether a person has an entry of the type, without reading the others.
    index('access_entries_manager_idx')
      .on(table.clientId, table.userId, table.siteId)
      .where(sql`${table.userType} = 'Manager'`),
    index('access_entries_staff_idx')
      .on(table.clientId, table.userId, table.siteId)
      .where(sql`${table.userType} = 'Staff'`),
    index('access_entries_device_idx')
      .on(table.clientId, table.userId, table.siteId)
      .where(sql`${table.userType} = 'Device'`),
    oneOf(table.userType, userTypes),
  ],
)
