import * as v from 'valibot'
import { eachOnce } from '../each-once.ts'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { type FieldCode, say } from '../field-codes.ts'
import {
  Email,
  FirstName,
  IfMatchHeaders,
  LastName,
  OneTimeLink,
  Uuid,
  lineOf,
  shownMobile,
  idOf,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { bulkEndpoint, BulkResult, listEndpoint } from '../list-endpoint.ts'
import { photoTypes } from '../photo-types.ts'
import { plainDigits } from '../plain-digits.ts'
import { accountTypes, userStatuses, userTypes } from '../vocabulary.ts'

const AccessEntry = v.object({
  site_id: v.string(),
  site_name: v.string(),
  user_type: v.picklist(userTypes),
})

const userFields = {
  id: v.string(),
  client_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  ...shownMobile,
  employee_number: v.string(),
  phone_extension: v.string(),
  admin: v.boolean(),
  site_admin: v.boolean(),
  /** An administrator, or the highest type among the access entries; null without any. */
  user_type: v.nullable(v.picklist(accountTypes)),
  status: v.picklist(userStatuses),
  /** Why the account was rejected. */
  status_reason: v.string(),
  two_step: v.boolean(),
  has_password: v.boolean(),
  has_pin: v.boolean(),
  approval_access: v.boolean(),
  /** PPE required. */
  ppe: v.boolean(),
  /** The person's temperature must be checked. */
  temperature: v.boolean(),
  last_seen: v.nullable(v.string()),
  last_seen_site: v.nullable(v.string()),
  last_seen_time_zone: v.nullable(v.string()),
  has_photo: v.boolean(),
  /** Whether the caller may change this person. */
  editable: v.boolean(),
  last_modified: v.string(),
}

/** A user in a list, with the first access entries by the name of the site, and their number. */
export const ListedUser = v.object({ ...userFields, access: v.array(AccessEntry), access_total: v.number() })
export type ListedUser = v.InferOutput<typeof ListedUser>

/** A user with all access entries that the caller may see. */
export const User = v.object({ ...userFields, access: v.array(AccessEntry) })
export type User = v.InferOutput<typeof User>

export const listUsersEndpoint = listEndpoint({
  path: '/users',
  summary:
    'Lists the users of the client, by name by default. A Manager gets only those of the managed sites.',
  access: 'manager',
  apiKeyScope: 'users:read',
  item: ListedUser,
  sort: ['name', 'employee_number', 'email', 'user_type', 'status', 'last_seen'],
  defaultSort: 'name',
  filters: {
    site: v.optional(Uuid),
    user_type: v.optional(v.picklist(accountTypes)),
    status: v.optional(v.picklist([...userStatuses, 'all']), 'active'),
  },
  extra: { pending: v.number() },
})

const trimmed = (most: number, message: FieldCode) => v.pipe(v.string(), v.trim(), v.maxLength(most, message))

/** One entry per site: it gives the person's type there. */
const AccessInput = v.pipe(
  v.array(
    v.strictObject({
      site_id: idOf('site_unknown'),
      user_type: v.picklist(userTypes),
    }),
  ),
  v.maxLength(limits.accessEntries.most, say('too_long')),
  eachOnce('site_id', 'access_twice'),
)

/** The fields of the form. A mobile is checked by the client's region. */
export const userInputFields = {
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  mobile: trimmed(limits.phoneCharacters, say('phone_too_long')),
  employee_number: lineOf(limits.employeeNumberCharacters, 'employee_number_too_long'),
  phone_extension: v.pipe(
    v.string(),
    v.trim(),
    v.transform(plainDigits),
    v.regex(new RegExp(`^\\d{0,${limits.phoneExtensionDigits}}$`), say('extension_invalid')),
  ),
  admin: v.boolean(),
  access: AccessInput,
  approval_access: v.boolean(),
  ppe: v.boolean(),
  temperature: v.boolean(),
}

export const UserChanges = v.partial(v.strictObject(userInputFields))
export type UserChanges = v.InferOutput<typeof UserChanges>

const { first_name, last_name, email, ...details } = userInputFields

export const NewUser = v.strictObject({
  first_name,
  last_name,
  email,
  ...v.partial(v.object(details)).entries,
  /** Emails a link to choose a password, once the account is active and email is set up. */
  invite: v.optional(v.boolean(), true),
})
export type NewUser = v.InferOutput<typeof NewUser>

export const createUserEndpoint = creationEndpoint({
  path: '/users',
  summary:
    'Creates a user. If the caller is a Manager who cannot approve accounts, the user is pending until ' +
    'approved.',
  access: 'manager',
  body: NewUser,
  response: User,
  errors: ['invalid_phone', 'type_too_high', 'approval_required', 'site_required', 'client_not_chosen'],
})

export const getUserEndpoint = endpoint({
  method: 'GET',
  path: '/users/:id',
  summary: 'Returns a user with the access entries that the caller can see.',
  access: 'manager',
  apiKeyScope: 'users:read',
  response: User,
})

export const updateUserEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/:id',
  summary:
    'Updates fields of a user. Entries of archived sites and of sites that the caller does not manage are ' +
    'kept. If the caller cannot approve accounts, changing the name, email or access of an active user ' +
    'without a password makes the user pending. So does Staff or Manager access for a screen’s account.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: UserChanges,
  response: User,
  errors: [
    'conflict',
    'invalid_phone',
    'type_too_high',
    'approval_required',
    'other_sites',
    'own_account',
    'last_admin',
    'site_required',
    'changed_meanwhile',
  ],
})

export const inviteUserEndpoint = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  summary:
    'Resends the email with the link to choose a password. If the installation sends no email, returns the ' +
    'link instead, once. Earlier links stop working.',
  access: 'manager',
  limit: { rule: 'accountEmails' },
  /** Null where the link was emailed. */
  response: v.object({ link: v.nullable(OneTimeLink) }),
  errors: ['wrong_status', 'has_password', 'type_too_high', 'other_sites'],
})

export const resetUserPinEndpoint = endpoint({
  method: 'POST',
  path: '/users/:id/pin',
  summary:
    'Replaces the access PIN of a user and returns the new one, once. The earlier PIN stops working. Only ' +
    'one of several simultaneous calls succeeds.',
  access: 'manager',
  response: v.object({ pin: v.string() }),
  errors: ['wrong_status', 'type_too_high', 'other_sites', 'approval_required', 'renewed_meanwhile'],
})

export const resetTwoStepEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/:id/two-step',
  summary:
    'Removes the authenticator and the recovery codes of a user who has lost them. The sessions and ' +
    'remembered devices of the user end, and the user is notified. Admins do this for users who are no ' +
    'admins, site admins for everyone but site admins. The caller must have entered a code of their own in ' +
    'the last 15 minutes.',
  access: 'admin',
  response: 'none',
  errors: ['own_account', 'type_too_high', 'wrong_status', 'step_up_required'],
})

export const userActions = [
  'set_account_type',
  'reset_pins',
  'archive',
  'restore',
  'approve',
  'reject',
  'reopen',
] as const
export type UserAction = (typeof userActions)[number]

export const changeUsersEndpoint = bulkEndpoint(listUsersEndpoint, {
  summary:
    'Changes many users. `set_account_type` needs `user_type`, and `reject` needs `reason`. `reopen` sets ' +
    'approved or rejected users back to pending. A user is not restored or reopened if another user has ' +
    'the same name and mobile. Only an admin can restore a user whom an admin archived. If the caller ' +
    'cannot approve accounts, `set_account_type` sets users without a password and screens that become Staff or ' +
    'Manager to pending. New PINs are ' +
    'emailed to their owners. If the installation sends no email, `reset_pins` fails with ' +
    '`mail_not_set_up`, and `approve` sends no invitations.',
  actions: userActions,
  fields: {
    user_type: v.optional(v.picklist(accountTypes)),
    reason: v.optional(v.pipe(lineOf(limits.reasonCharacters), v.minLength(1, say('reason_required')))),
  },
  /** The rights that `set_account_type` has replaced. */
  overwritten: {
    admin: v.optional(v.boolean()),
    access: v.optional(v.array(v.object({ site_id: v.string(), user_type: v.picklist(userTypes) }))),
  },
  errors: ['incomplete', 'type_too_high', 'identity_taken', 'archived_by_admin', 'mail_not_set_up'],
})

export const undoAccountTypesEndpoint = endpoint({
  method: 'POST',
  path: '/users/bulk/undo-account-types',
  summary:
    'Restores the rights that `set_account_type` replaced, as given in its response. A user changed since ' +
    'then stays unchanged (`changed_meanwhile`).',
  access: 'manager',
  bodyBytes: limits.undo.bodyBytes,
  body: v.strictObject({
    users: v.pipe(
      v.array(
        v.strictObject({
          id: Uuid,
          last_modified: v.pipe(v.string(), v.maxLength(40)),
          admin: v.boolean(),
          access: AccessInput,
        }),
      ),
      v.minLength(1),
      v.maxLength(limits.list.maxPerPage),
    ),
  }),
  response: BulkResult,
})

export const getUserPhotoEndpoint = endpoint({
  method: 'GET',
  path: '/users/:id/photo',
  summary: 'Returns the photo of a user, or 204 if there is none.',
  access: 'manager',
  response: 'image',
})

export const putUserPhotoEndpoint = endpoint({
  method: 'PUT',
  path: '/users/:id/photo',
  summary:
    'Sets the photo of a user: the middle of the image, cropped to a square. The image is re-encoded, ' +
    'without any other data of the file.',
  access: 'manager',
  upload: { types: photoTypes, maxBytes: limits.photo.bytes },
  response: 'none',
  errors: [
    'type_too_high',
    'other_sites',
    'photo_type',
    'photo_animated',
    'photo_too_many_pixels',
    'photo_unreadable',
  ],
})

export const deleteUserPhotoEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/:id/photo',
  summary: 'Deletes the photo of a user.',
  access: 'manager',
  response: 'none',
  errors: ['type_too_high', 'other_sites'],
})

/** The columns of a file of people, by their headings. `sites` and the types belong together. */
export const importColumns = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'employee_number',
  'phone_extension',
  'sites',
  'user_type',
  'approval_access',
  'ppe',
  'temperature',
] as const
export type ImportColumn = (typeof importColumns)[number]
/** Further columns of the export and of the list of failed rows. The import ignores them. */
export const ignoredImportColumns = [
  'status',
  'two_step',
  'last_seen',
  'last_seen_site',
  'last_seen_site_time_zone',
  'last_seen_utc',
  'reason',
] as const
export const requiredImportColumns = ['first_name', 'last_name', 'email'] as const satisfies ImportColumn[]

/** The result of an import: the faulty rows by line, with the reason for each field. */
export const ImportReport = v.object({
  rows: v.number(),
  created: v.number(),
  faults: v.array(
    v.object({
      line: v.number(),
      code: v.string(),
      message: v.string(),
      fields: v.optional(v.record(v.string(), v.string())),
      field_codes: v.optional(v.record(v.string(), v.string())),
    }),
  ),
  /** How many more rows are faulty, beyond 500. */
  more_faults: v.optional(v.number()),
  /** Values to check in rows without a fault, of at most 500 rows. */
  warnings: v.optional(
    v.array(
      v.object({
        line: v.number(),
        fields: v.record(v.string(), v.string()),
        field_codes: v.record(v.string(), v.string()),
      }),
    ),
  ),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const importUsersEndpoint = endpoint({
  method: 'POST',
  path: '/users/import',
  summary:
    'Creates users from a CSV file in UTF-8, UTF-16 with a byte order mark, or windows-1252. With ' +
    '`dry_run`, it only returns what each row would do. A faulty row does not stop the others. It fails ' +
    'with `too_many_requests`, also in a dry run, for too many emails of accounts that the caller cannot ' +
    'see. The same applies to too many mobiles tried for a name whose mobile the caller cannot read.',
  access: 'manager',
  limit: { rule: 'imports' },
  upload: { types: ['text/csv'], maxBytes: limits.importFile.bytes },
  query: v.strictObject({
    dry_run: v.optional(v.picklist(['true', 'false']), 'false'),
    invite: v.optional(v.picklist(['true', 'false']), 'true'),
    /** The line of the larger file where this part starts, for the line numbers of the report. */
    first_line: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))),
  }),
  response: ImportReport,
  errors: [
    'csv_encoding',
    'csv_unreadable',
    'csv_columns',
    'csv_too_many_rows',
    'import_running',
    'client_not_chosen',
  ],
})
