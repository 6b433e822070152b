import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { auditEntries } from '../../db/schema/audit-entries.ts'

/**
 * Null for a user of another client, such as a site_admin; empty where the data was erased. The
 * columns of the entry are written out, because drizzle would omit their table.
 */
function nameOfUser(id: SQLWrapper): SQL {
  return sql`(select trim(first_name || ' ' || last_name) from users where client_id = audit_entries.client_id and id = ${id})`
}

const { actorKind, actorId, targetKind, targetId, details } = auditEntries

const oneOf = (table: string, name: SQL = sql`name`): SQL =>
  sql`(select ${name} from ${sql.raw(table)} named where client_id = audit_entries.client_id and id = ${targetId})`

/** The visitor's name in the log. */
const guestIn = (table: string): SQL => oneOf(table, sql`trim(first_name || ' ' || last_name)`)

/** The owner of the target row. A row that is gone belonged to the actor. */
const ownerIn = (table: string): SQL =>
  sql`(select trim(first_name || ' ' || last_name) from users join ${sql.raw(table)} owned
      on owned.client_id = users.client_id and owned.user_id = users.id
    where owned.client_id = audit_entries.client_id and owned.id = ${targetId})`

/** The name of a target by its kind. Archived targets are still in their tables. */
const targetNames: Record<string, SQL> = {
  user: nameOfUser(targetId),
  api_key: oneOf('api_keys'),
  client: sql`(select name from clients where id = audit_entries.client_id)`,
  site: oneOf('sites'),
  sign_in_method: oneOf('sign_in_methods'),
  visitor_role: oneOf('visitor_roles'),
  muster_point: oneOf('muster_points'),
  report: oneOf('report_views'),
  webhook: oneOf('webhooks', sql`url`),
  question: sql`(select coalesce(nullif(latest.name, ''), latest.text) from questions join question_versions latest
      on latest.client_id = questions.client_id and latest.question_id = questions.id and latest.version = questions.version
    where questions.client_id = audit_entries.client_id and questions.id = ${targetId})`,
  muster: sql`(select sites.name from musters join sites on sites.client_id = musters.client_id and sites.id = musters.site_id
    where musters.client_id = audit_entries.client_id and musters.id = ${targetId})`,
  ban: sql`(select case when bans.user_id is null then trim(bans.first_name || ' ' || bans.last_name)
        else trim(users.first_name || ' ' || users.last_name) end
      from bans left join users on users.client_id = bans.client_id and users.id = bans.user_id
    where bans.client_id = audit_entries.client_id and bans.id = ${targetId})`,
  visit: sql`coalesce(${guestIn('visits')}, ${guestIn('refused_attempts')})`,
  notification_recipient: ownerIn('notification_recipients'),
  session: sql`coalesce(${ownerIn('sessions')}, ${nameOfUser(actorId)})`,
  remembered_device: sql`coalesce(${ownerIn('remembered_devices')}, ${nameOfUser(actorId)})`,
}

/** The name of the entry's target. A deleted target is named by the entry's own details. */
export const targetName: SQL<string | null> = sql<string | null>`coalesce(case ${targetKind} ${sql.join(
  Object.entries(targetNames).map(([kind, name]) => sql`when ${sql.raw(`'${kind}'`)} then ${name}`),
  sql` `,
)} end, ${sql.join(
  ['name', 'url', 'text'].flatMap((field) =>
    ['after', 'before'].map(
      (side) => sql`${details} -> ${sql.raw(`'${side}'`)} ->> ${sql.raw(`'${field}'`)}`,
    ),
  ),
  sql`, `,
)})`

export const actorName: SQL<string | null> = sql<string | null>`case ${actorKind}
  when 'key' then (select name from api_keys where client_id = audit_entries.client_id and id = ${actorId})
  else ${nameOfUser(actorId)}
end`
