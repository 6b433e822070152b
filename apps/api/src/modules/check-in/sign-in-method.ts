import type { Language } from '@gatehouse/validation/vocabulary'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { questionRoles, questions, questionSites, questionVersions } from '../../db/schema/questions.ts'
import { signInMethods, type Translated } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import type { FoundMethod } from '../../db/directories.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { AskedQuestion } from './check-answers.ts'
import { presentQuestion } from './present-question.ts'

/** A method with what its site and client say about a sign-in; undefined where any of the three is closed. */
export async function findOpenMethod(tx: Transaction, { scope: { clientId }, methodId }: FoundMethod) {
  const [found] = await tx
    .select({ method: signInMethods, site: sites, look: clients.look, language: clients.language })
    .from(signInMethods)
    .innerJoin(sites, and(eq(sites.clientId, signInMethods.clientId), eq(sites.id, signInMethods.siteId)))
    .innerJoin(clients, eq(clients.id, signInMethods.clientId))
    .where(
      and(
        eq(signInMethods.clientId, clientId),
        eq(signInMethods.id, methodId),
        eq(signInMethods.enabled, true),
        isNull(signInMethods.retiredAt),
        eq(sites.status, 'active'),
        eq(clients.enabled, true),
      ),
    )
  return found
}

export type OpenMethod = NonNullable<Awaited<ReturnType<typeof findOpenMethod>>>

/** The visitor roles that a site offers, in its order. */
export async function findVisitorRoles(
  tx: Transaction,
  clientId: string,
  siteId: string,
  language: Language,
) {
  const rows = await tx
    .select({ id: visitorRoles.id, name: visitorRoles.name, names: visitorRoles.names })
    .from(visitorRoles)
    .where(
      and(
        eq(visitorRoles.clientId, clientId),
        eq(visitorRoles.siteId, siteId),
        eq(visitorRoles.enabled, true),
      ),
    )
    .orderBy(asc(visitorRoles.position), asc(visitorRoles.name))
  return rows.map(({ id, name, names }) => ({ id, name: names[language] ?? name }))
}

/** The questions that a site asks, in order, in the language as far as they are translated. */
export async function findQuestions(
  tx: Transaction,
  clientId: string,
  siteId: string,
  language: Language,
): Promise<AskedQuestion[]> {
  const rows = await tx
    .select({ id: questions.id, version: questionVersions, roleId: questionRoles.roleId })
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
    .orderBy(asc(questions.position), asc(questions.id), asc(questionRoles.roleId))

  const byId = new Map<string, AskedQuestion>()
  for (const { id, version, roleId } of rows) {
    const question = byId.get(id) ?? presentQuestion(id, version, language)
    byId.set(id, question)
    if (roleId !== null) question.roles = [...(question.roles ?? []), roleId]
  }
  return [...byId.values()]
}

/** The text in the language, else in the client's own, else in any that there is. */
export function textIn(texts: Translated, language: Language, own: Language): string {
  return texts[language] ?? texts[own] ?? Object.values(texts)[0] ?? ''
}

/** Everything that a phone needs of an open method, read in one transaction. */
export async function findMethodForGuests(
  { db }: Pick<Context, 'db'>,
  found: FoundMethod,
  language: Language | undefined,
) {
  return withScope(
    db,
    found.scope,
    async (tx) => {
      const open = await findOpenMethod(tx, found)
      if (!open) return undefined
      const spoken = language ?? open.language
      const [roles, asked] = await Promise.all([
        findVisitorRoles(tx, found.scope.clientId, open.site.id, spoken),
        findQuestions(tx, found.scope.clientId, open.site.id, spoken),
      ])
      return { ...open, spoken, roles, asked }
    },
    { readOnly: true },
  )
}
