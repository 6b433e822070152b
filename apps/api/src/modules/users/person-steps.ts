import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import type { PersonRecords, PersonStep } from '../privacy/person-step.ts'

const areOwn = ({ clientId, userIds }: PersonRecords): SQL =>
  sql`u.client_id = ${clientId} and ${isOneOf(sql`u.id`, userIds)}`

const ofUser = ({ clientId, userIds }: PersonRecords): SQL =>
  sql`o.client_id = ${clientId} and ${isOneOf(sql`o.user_id`, userIds)}`

/**
 * The row of an account stays without anything in it: visits, audit entries and much else refer to its id. It has no email, so nobody can log
 * in, and no list shows it.
 */
export const personSteps: readonly PersonStep[] = [
  {
    kind: 'photo',
    tables: ['users'],
    records: (person) => sql`
      select u.photo_key as id, u.last_modified as at, jsonb_build_object('type', 'image/webp', 'base64', u.photo_key) as data
      from users u where ${areOwn(person)} and u.photo_key is not null`,
    // The files of earlier photos go too. Should the transaction fail after this, the account is without a photo.
    erase: async ({ person, photos }) =>
      void (await Promise.all(person.userIds.map((id) => photos.remove(person.clientId, id)))),
  },
  {
    kind: 'account',
    tables: ['users', 'logins', 'access_entries', 'user_visitor_roles'],
    records: (person) => sql`
      select u.id::text as id, u.created_at as at, jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'pending_email', u.pending_email, 'mobile', u.mobile,
        'language', u.language, 'employee_number', u.employee_number, 'phone_extension', u.phone_extension, 'job_title', u.job_title,
        'user_type', u.user_type, 'status', u.status, 'status_reason', u.status_reason, 'ppe', u.ppe,
        'temperature_check', u.temperature_check, 'last_seen_at', u.last_seen_at,
        'sites', (select jsonb_agg(jsonb_build_object('site', s.name, 'user_type', a.user_type))
          from access_entries a join sites s on s.client_id = a.client_id and s.id = a.site_id
          where a.client_id = u.client_id and a.user_id = u.id),
        'roles', (select jsonb_agg(v.name) from user_visitor_roles o join visitor_roles v on v.client_id = o.client_id and v.id = o.role_id
          where o.client_id = u.client_id and o.user_id = u.id)) as data
      from users u where ${areOwn(person)}`,
    erase: async ({ tx, person, now }) => {
      await tx.execute(sql`delete from logins o where ${ofUser(person)}`)
      await tx.execute(sql`delete from access_entries o where ${ofUser(person)}`)
      await tx.execute(sql`delete from user_visitor_roles o where ${ofUser(person)}`)
      await tx.execute(sql`
        update users u set email = '', email_key = '', pending_email = null, first_name = '', last_name = '', mobile = '', language = null,
          employee_number = '', phone_extension = '', job_title = '', status = 'archived',
          status_reason = '', admin = false, site_admin = false, approval_access = false, change_password = false, ppe = false,
          temperature_check = false, password_hash = null, person_key = null, photo_key = null, access_pin_hash = null,
          last_seen_at = null, last_seen_site_id = null, last_modified = ${now.toISOString()}::timestamptz
        where ${areOwn(person)}`)
    },
  },
]
