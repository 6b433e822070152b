import type { Transaction } from '../../db/tenancy.ts'
import { knownUserQuery } from '../users/known-users.ts'
import type { CheckInForm, FormQuestion, FormRole } from './check-in-form.ts'

interface Place {
  clientId: string
  siteId: string
  methodId: string
}

/** A form as it is read for all visitors of a site. */
export interface SiteForm {
  roles: Omit<FormRole, 'isOwn'>[]
  questions: FormQuestion[]
}

/** The roles of a site, and the questions of the site and of its sign-in method, as a JSON column of a larger query. */
export const siteForm = ({ clientId, siteId, methodId }: Place) => `json_build_object(
  'roles', (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'names', names)
      order by position, name collate gatehouse_names), '[]')
    from visitor_roles where client_id = ${clientId} and site_id = ${siteId} and enabled),
  'questions', (
    select coalesce(json_agg(json_build_object('id', question.id, 'version', shown.version, 'type', shown.type,
      'text', shown.text, 'texts', shown.texts, 'answers', shown.answers, 'roles', (
        select coalesce(json_agg(role_id order by role_id), '[]') from question_roles
        where client_id = ${clientId} and question_id = question.id))
      order by question.position, question.id), '[]')
    from (
      select question_id from question_sites where client_id = ${clientId} and site_id = ${siteId}
      union
      select question_id from question_methods where client_id = ${clientId} and method_id = ${methodId}) linked
    join questions question on question.client_id = ${clientId} and question.id = linked.question_id
      and question.enabled and question.archived_at is null
    join question_versions shown on shown.client_id = ${clientId} and shown.question_id = question.id
      and shown.version = question.version))`

/** The ids of the roles that a user has, at all sites, as a JSON column of a larger query. */
export const ownRoles = (clientId: string, userId: string) => `(
  select coalesce(json_agg(role_id), '[]') from user_visitor_roles
  where client_id = ${clientId} and user_id = ${userId})`

const formQuery = `
  select ${siteForm({ clientId: '$1', siteId: '$2', methodId: '$3' })} as form,
    ${ownRoles('$1', `(${knownUserQuery('$1', '$4')})`)} as "ownRoles"`

/**
 * The form of a sign-in method of a site, its roles marked with whether they are the visitor's own. Known and unknown people cost the same query; without a
 * person key no role is marked.
 */
export async function findCheckInForm(
  tx: Transaction,
  { clientId, siteId, methodId }: Place,
  personKey = '',
): Promise<CheckInForm> {
  const [found] = await tx.prepared<{ form: SiteForm; ownRoles: string[] }>(formQuery, [
    clientId,
    siteId,
    methodId,
    personKey,
  ])
  if (!found) throw new Error('A query without a table has a row')
  return toForm(found.form, found.ownRoles)
}

export function toForm({ roles, questions }: SiteForm, own: readonly string[]): CheckInForm {
  return { roles: roles.map((role) => ({ ...role, isOwn: own.includes(role.id) })), questions }
}
