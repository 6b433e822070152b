import { type SQL, sql } from 'drizzle-orm'
import { isOneOf, instant } from '../../db/sql-values.ts'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import type { PersonRecords } from '../../db/person-records.ts'

const isUser = ({ userIds }: PersonRecords): SQL => isOneOf(sql`t.id`, userIds)

const ofUser = ({ clientId, userIds }: PersonRecords): SQL =>
  sql`o.client_id = ${clientId} and ${isOneOf(sql`o.user_id`, userIds)}`

export const lifecycle = {
  retention: [
    // Counts from when the account was archived or rejected. An account in use keeps its photo.
    retain<{ id: string }>({
      class: 'photo',
      table: 'users',
      time: 'last_modified',
      kept: `status in ('archived', 'rejected') and photo_key is not null`,
      isUnordered: true,
      site: null,
      columns: () => sql`t.id`,
      async anonymise({ tx, clientId, photos }, found) {
        const ids = found.map(({ id }) => id)
        // Files first: if the process stops in between, the row still has a photo to delete.
        await Promise.all(ids.map((id) => photos.remove(clientId, id)))
        await tx.execute(sql`
          update users set photo_key = null where client_id = ${clientId} and ${isOneOf(sql`id`, ids)}`)
      },
    }),
  ],
  person: [
    ofPerson({
      kind: 'photo',
      table: 'users',
      where: (person) => sql`${isUser(person)} and t.photo_key is not null`,
      id: sql`t.photo_key`,
      at: sql`t.last_modified`,
      data: sql`jsonb_build_object('type', 'image/webp', 'base64', t.photo_key)`,
      // Earlier photos too. If the transaction fails after this, the account has no photo.
      erase: ({ person, photos }) =>
        Promise.all(person.userIds.map((id) => photos.remove(person.clientId, id))),
    }),
    // The empty row stays: visits, audit entries and much else refer to its id. Without an email
    // nobody can log in, and no list shows it.
    ofPerson({
      kind: 'account',
      table: 'users',
      alsoIn: ['logins', 'access_entries', 'user_visitor_roles'],
      where: isUser,
      at: sql`t.created_at`,
      data: sql`jsonb_build_object(
        'first_name', t.first_name, 'last_name', t.last_name, 'email', t.email,
        'pending_email', t.pending_email, 'mobile', t.mobile, 'language', t.language,
        'employee_number', t.employee_number, 'phone_extension', t.phone_extension,
        'job_title', t.job_title, 'user_type', t.user_type, 'status', t.status,
        'status_reason', t.status_reason, 'ppe', t.ppe, 'temperature_check', t.temperature_check,
        'last_seen_at', t.last_seen_at,
        'sites', (
          select jsonb_agg(jsonb_build_object('site', s.name, 'user_type', a.user_type))
          from access_entries a join sites s on s.client_id = a.client_id and s.id = a.site_id
          where a.client_id = t.client_id and a.user_id = t.id),
        'roles', (
          select jsonb_agg(v.name)
          from user_visitor_roles o
          join visitor_roles v on v.client_id = o.client_id and v.id = o.role_id
          where o.client_id = t.client_id and o.user_id = t.id))`,
      async erase({ tx, person, now }) {
        await tx.execute(sql`delete from logins o where ${ofUser(person)}`)
        await tx.execute(sql`delete from access_entries o where ${ofUser(person)}`)
        await tx.execute(sql`delete from user_visitor_roles o where ${ofUser(person)}`)
        await tx.execute(sql`
          update users t set email = '', email_key = '', pending_email = null, first_name = '',
            last_name = '', mobile = '', language = null, employee_number = '', phone_extension = '',
            job_title = '', status = 'archived', status_reason = '', admin = false, site_admin = false,
            approval_access = false, change_password = false, ppe = false, temperature_check = false,
            password_hash = null, person_key = null, photo_key = null, access_pin_hash = null,
            last_seen_at = null, last_seen_site_id = null,
            last_modified = ${instant(now)}
          where t.client_id = ${person.clientId} and ${isUser(person)}`)
      },
    }),
  ],
} satisfies Lifecycle
