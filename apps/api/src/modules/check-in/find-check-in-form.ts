import { and, asc, eq, isNull, type Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import { inNameOrder } from '../../db/name-order.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { questionRoles, questions, questionSites, questionVersions } from '../../db/schema/questions.ts'
import { sites } from '../../db/schema/sites.ts'
import { userVisitorRoles, visitorRoles } from '../../db/schema/visitor-roles.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'
import { knownUserId } from '../users/known-users.ts'
import type { CheckInForm, FormQuestion, FormRole } from './check-in-form.ts'

interface Place {
  clientId: string
  siteId: string
}

const selectForm = preparedQuery((db, given: Placeholders<'clientId' | 'siteId' | 'personKey'>) =>
  db
    .select(formColumns(db, given, given.siteId))
    .from(sites)
    .where(and(eq(sites.clientId, given.clientId), eq(sites.id, given.siteId))),
)

/**
 * The form of a site, its roles marked with whether they are the visitor's own. Known and unknown people cost the same query; without a
 * person key no role is marked.
 */
export async function findCheckInForm(tx: Transaction, place: Place, personKey = ''): Promise<CheckInForm> {
  const [form] = await selectForm(tx, { ...place, personKey })
  return form ?? { roles: [], questions: [] }
}

/** The roles and questions of a site as two columns, for use in a larger query. */
export function formColumns(
  db: SharedDatabase,
  given: Placeholders<'clientId' | 'personKey'>,
  siteId: SQLWrapper | Placeholder,
) {
  const roles = db
    .select({
      list: sql`coalesce(json_agg(json_build_object('id', ${visitorRoles.id}, 'name', ${visitorRoles.name}, 'names', ${visitorRoles.names},
        'isOwn', ${userVisitorRoles.userId} is not null) order by ${asc(visitorRoles.position)}, ${asc(inNameOrder(visitorRoles.name))}), '[]')`,
    })
    .from(visitorRoles)
    .leftJoin(
      userVisitorRoles,
      and(
        eq(userVisitorRoles.clientId, visitorRoles.clientId),
        eq(userVisitorRoles.roleId, visitorRoles.id),
        eq(userVisitorRoles.userId, sql`(${knownUserId(db, given)})`),
      ),
    )
    .where(
      and(
        eq(visitorRoles.clientId, given.clientId),
        eq(visitorRoles.siteId, siteId),
        eq(visitorRoles.enabled, true),
      ),
    )
  const rolesOfQuestion = db
    .select({ list: sql`coalesce(json_agg(${questionRoles.roleId} order by ${questionRoles.roleId}), '[]')` })
    .from(questionRoles)
    .where(and(eq(questionRoles.clientId, questions.clientId), eq(questionRoles.questionId, questions.id)))
  const asked = db
    .select({
      list: sql`coalesce(json_agg(json_build_object('id', ${questions.id}, 'version', ${questionVersions.version},
        'type', ${questionVersions.type}, 'text', ${questionVersions.text}, 'texts', ${questionVersions.texts},
        'answers', ${questionVersions.answers}, 'roles', (${rolesOfQuestion}))
        order by ${asc(questions.position)}, ${asc(questions.id)}), '[]')`,
    })
    .from(questionSites)
    .innerJoin(
      questions,
      and(eq(questions.clientId, questionSites.clientId), eq(questions.id, questionSites.questionId)),
    )
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.clientId, questions.clientId),
        eq(questionVersions.questionId, questions.id),
        eq(questionVersions.version, questions.version),
      ),
    )
    .where(
      and(
        eq(questionSites.clientId, given.clientId),
        eq(questionSites.siteId, siteId),
        eq(questions.enabled, true),
        isNull(questions.archivedAt),
      ),
    )
  return {
    roles: sql<FormRole[]>`(${roles})`,
    questions: sql<FormQuestion[]>`(${asked})`,
  }
}
