import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { questionRoles, questions, questionSites, questionVersions } from '../../db/schema/questions.ts'
import { userVisitorRoles, visitorRoles } from '../../db/schema/visitor-roles.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { knownUserId } from '../users/known-users.ts'
import type { CheckInForm, FormQuestion } from './check-in-form.ts'

interface Place {
  clientId: string
  siteId: string
}

/**
 * The form of a site, its roles marked with whether they are the visitor's own. Known and unknown people cost the same two queries;
 * without a person key no role is marked.
 */
export async function findCheckInForm(tx: Transaction, place: Place, personKey = ''): Promise<CheckInForm> {
  const [roles, asked] = await Promise.all([
    selectRoles(tx, { ...place, personKey }),
    findQuestions(tx, place),
  ])
  return { roles, questions: asked }
}

const selectRoles = preparedQuery((db, given: Placeholders<'clientId' | 'siteId' | 'personKey'>) =>
  db
    .select({
      id: visitorRoles.id,
      name: visitorRoles.name,
      names: visitorRoles.names,
      isOwn: sql<boolean>`${userVisitorRoles.userId} is not null`,
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
        eq(visitorRoles.siteId, given.siteId),
        eq(visitorRoles.enabled, true),
      ),
    )
    .orderBy(asc(visitorRoles.position), asc(inNameOrder(visitorRoles.name))),
)

const selectQuestions = preparedQuery((db, { clientId, siteId }: Placeholders<'clientId' | 'siteId'>) =>
  db
    .select({
      id: questions.id,
      version: questionVersions.version,
      type: questionVersions.type,
      text: questionVersions.text,
      texts: questionVersions.texts,
      answers: questionVersions.answers,
      roleId: questionRoles.roleId,
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
    .leftJoin(
      questionRoles,
      and(eq(questionRoles.clientId, questions.clientId), eq(questionRoles.questionId, questions.id)),
    )
    .where(
      and(
        eq(questionSites.clientId, clientId),
        eq(questionSites.siteId, siteId),
        eq(questions.enabled, true),
        isNull(questions.archivedAt),
      ),
    )
    .orderBy(asc(questions.position), asc(questions.id), asc(questionRoles.roleId)),
)

async function findQuestions(tx: Transaction, place: Place): Promise<FormQuestion[]> {
  const byId = new Map<string, FormQuestion>()
  for (const { roleId, ...row } of await selectQuestions(tx, { ...place })) {
    const question = byId.get(row.id) ?? { ...row, roles: [] }
    byId.set(row.id, question)
    if (roleId !== null) question.roles.push(roleId)
  }
  return [...byId.values()]
}
