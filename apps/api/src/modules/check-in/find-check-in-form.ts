import { and, asc, eq, isNull, type Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { inNameOrder } from '../../db/name-order.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import {
  isCurrentVersion,
  questionMethods,
  questionRoles,
  questions,
  questionSites,
  questionVersions,
} from '../../db/schema/questions.ts'
import { sites } from '../../db/schema/sites.ts'
import { userVisitorRoles, visitorRoles } from '../../db/schema/visitor-roles.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'
import { knownUser } from '../users/known-users.ts'
import type { CheckInForm, FormQuestion, FormRole } from './check-in-form.ts'

interface Place {
  clientId: string
  siteId: string
  methodId: string
}

const selectForm = preparedQuery(
  (db, given: Placeholders<'clientId' | 'siteId' | 'methodId' | 'personKey'>) => {
    const known = knownUser(db, given).as('known')
    return db
      .select({ ...formColumns(db, given), ownRoles: ownRolesColumn(db, given.clientId, known.id) })
      .from(sites)
      .leftJoinLateral(known, sql`true`)
      .where(and(eq(sites.clientId, given.clientId), eq(sites.id, given.siteId)))
  },
)

/**
 * The form of a sign-in method of a site, its roles marked with whether they are the visitor's own. Known and unknown people cost the same query; without a
 * person key no role is marked.
 */
export async function findCheckInForm(tx: Transaction, place: Place, personKey = ''): Promise<CheckInForm> {
  const [form] = await selectForm(tx, { ...place, personKey })
  return form ? toForm(form, form.ownRoles) : { roles: [], questions: [] }
}

/** A form as it is read for all visitors of a site. */
export interface SiteForm {
  roles: Omit<FormRole, 'isOwn'>[]
  questions: FormQuestion[]
}

export function toForm({ roles, questions: asked }: SiteForm, ownRoles: readonly string[]): CheckInForm {
  return { roles: roles.map((role) => ({ ...role, isOwn: ownRoles.includes(role.id) })), questions: asked }
}

type Value = SQLWrapper | Placeholder

/** The ids of the roles that a user has, at all sites, as a column for use in a larger query. */
export function ownRolesColumn(db: SharedDatabase, clientId: Value, userId: Value) {
  const own = db
    .select({ list: sql`coalesce(json_agg(${userVisitorRoles.roleId}), '[]')` })
    .from(userVisitorRoles)
    .where(and(eq(userVisitorRoles.clientId, clientId), eq(userVisitorRoles.userId, userId)))
  return sql<string[]>`(${own})`
}

/** The roles of a site, and the questions of the site and of its sign-in method, as two columns for use in a larger query. */
export function formColumns(
  db: SharedDatabase,
  { clientId, siteId, methodId }: Record<'clientId' | 'siteId' | 'methodId', Value>,
) {
  const roles = db
    .select({
      list: sql`coalesce(json_agg(json_build_object('id', ${visitorRoles.id}, 'name', ${visitorRoles.name}, 'names', ${visitorRoles.names})
        order by ${asc(visitorRoles.position)}, ${asc(inNameOrder(visitorRoles.name))}), '[]')`,
    })
    .from(visitorRoles)
    .where(
      and(
        eq(visitorRoles.clientId, clientId),
        eq(visitorRoles.siteId, siteId),
        eq(visitorRoles.enabled, true),
      ),
    )
  const ofSite = db
    .select({ id: questionSites.questionId })
    .from(questionSites)
    .where(and(eq(questionSites.clientId, clientId), eq(questionSites.siteId, siteId)))
  const ofMethod = db
    .select({ id: questionMethods.questionId })
    .from(questionMethods)
    .where(and(eq(questionMethods.clientId, clientId), eq(questionMethods.methodId, methodId)))
  const linked = union(ofSite, ofMethod).as('linked')
  const rolesOfQuestion = db
    .select({ list: sql`coalesce(json_agg(${questionRoles.roleId} order by ${questionRoles.roleId}), '[]')` })
    .from(questionRoles)
    .where(and(eq(questionRoles.clientId, clientId), eq(questionRoles.questionId, linked.id)))
  // With a limit each question is looked up by its key, whatever PostgreSQL knows of the tables when it plans.
  const question = db
    .select({
      id: questions.id,
      position: questions.position,
      version: questionVersions.version,
      type: questionVersions.type,
      text: questionVersions.text,
      texts: questionVersions.texts,
      answers: questionVersions.answers,
    })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(
      and(
        eq(questions.clientId, clientId),
        eq(questions.id, linked.id),
        eq(questions.enabled, true),
        isNull(questions.archivedAt),
      ),
    )
    .limit(1)
    .as('question')
  const asked = db
    .select({
      list: sql`coalesce(json_agg(json_build_object('id', ${question.id}, 'version', ${question.version},
        'type', ${question.type}, 'text', ${question.text}, 'texts', ${question.texts},
        'answers', ${question.answers}, 'roles', (${rolesOfQuestion}))
        order by ${asc(question.position)}, ${asc(question.id)}), '[]')`,
    })
    .from(linked)
    .innerJoinLateral(question, sql`true`)
  return {
    roles: sql<SiteForm['roles']>`(${roles})`,
    questions: sql<FormQuestion[]>`(${asked})`,
  }
}
