import type { CopiedQuestion, ManagedQuestion, NewQuestion } from '@gatehouse/validation/endpoints/questions'
import { sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { questions, questionVersions } from '../../db/schema/questions.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { lockSite } from '../sites/site-list.ts'
import { asInput, nextPosition, type QuestionLinks, readAnswers, setLinks } from './question-input.ts'
import { copyOutdated } from './outdated-texts.ts'
import { getCurrentVersion, getQuestionOrThrow, lockQuestion } from './question-list.ts'

/**
 * Creates a question after all others.
 * @throws AppError `client_not_chosen`, `not_found` for a role, site or method, `incomplete`,
 *   `too_many_parts`
 */
export function createQuestion(
  { db, actor, now }: Context<StaffActor>,
  { answers, ...input }: NewQuestion,
): Promise<ManagedQuestion> {
  const { clientId } = getWorkingScope(actor)
  const words = {
    name: input.name,
    description: input.description ?? '',
    type: input.type,
    text: input.text,
    texts: input.texts ?? {},
    answers: readAnswers(input.type, answers),
  }
  return withScope(db, actor.scope, async (tx) => {
    const made = await addQuestion(
      tx,
      { clientId, actor, now },
      { words, links: input, enabled: input.enabled ?? true },
    )
    const entry = auditOf({ actor, now }, 'question.created', 'question', { clientId, id: made.id })
    await recordAudit(tx, { ...entry, details: { after: made } })
    return made
  })
}

/**
 * Copies the current version of a question to a site, for the roles of that site with the same
 * names. Without such a role the copy is disabled, so that it never reaches more people than
 * intended.
 * @throws AppError `not_found`, also for a site of another client, `too_many_parts`
 */
export function copyQuestion(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  siteId: string,
): Promise<CopiedQuestion> {
  return withScope(db, actor.scope, async (tx) => {
    const { clientId, enabled, archivedAt } = await lockQuestion(tx, id)
    const site = await lockSite(tx, actor, 'manage', siteId)
    if (site.clientId !== clientId) throw new AppError('not_found')
    const first = await getQuestionOrThrow(tx, id, now)
    const { name, description, type, text, texts, answers } = first
    const given = asInput(answers)
    const own = Array.isArray(given) ? given.map(({ id: _, ...option }) => option) : given
    const copied = readAnswers(type, own)
    const outdated = copyOutdated((await getCurrentVersion(tx, id)).outdated, answers, copied)
    const words = { name, description, type, text, texts, answers: copied, outdated }
    const { found, missing } = await findRolesOfSameNames(tx, { clientId, id }, siteId)
    const isForNobody = first.roles_total > 0 && found.length === 0
    const made = await addQuestion(
      tx,
      { clientId, actor, now },
      {
        words,
        links: { sites: [siteId], roles: isForNobody ? first.roles.map((role) => role.id) : found },
        enabled: enabled && archivedAt === null && !isForNobody,
      },
    )
    const entry = auditOf({ actor, now }, 'question.copied', 'question', { clientId, id: made.id })
    await recordAudit(tx, { ...entry, details: { after: made } })
    return { ...made, missing_roles: missing, has_no_role: isForNobody }
  })
}

type Words = Omit<
  typeof questionVersions.$inferInsert,
  'clientId' | 'questionId' | 'version' | 'createdAt' | 'createdBy'
>

async function addQuestion(
  tx: Transaction,
  { clientId, actor, now }: { clientId: string; actor: StaffActor; now: Date },
  { words, links, enabled }: { words: Words; links: QuestionLinks; enabled: boolean },
): Promise<ManagedQuestion> {
  const position = await nextPosition(tx, clientId)
  const id = newId(now)
  const stamps = { createdAt: now, lastModified: now }
  await tx.insert(questions).values({ clientId, id, version: 1, position, enabled, ...stamps })
  await tx
    .insert(questionVersions)
    .values({ ...words, clientId, questionId: id, version: 1, createdAt: now, createdBy: actor.userId })
  await setLinks(tx, { clientId, id }, links)
  return getQuestionOrThrow(tx, id, now)
}

/** The roles of a site with the same names as the question's roles, and the names without one. */
async function findRolesOfSameNames(
  tx: Transaction,
  { clientId, id }: { clientId: string; id: string },
  siteId: string,
): Promise<{ found: string[]; missing: string[] }> {
  const rows = await tx.execute<{ name: string; id: string | null }>(sql`
    select min(here.name) as name, there.id from question_roles l
    join visitor_roles here on here.client_id = l.client_id and here.id = l.role_id
    left join visitor_roles there on there.client_id = here.client_id and there.site_id = ${siteId}
      and gatehouse_spelling_key(there.name) = gatehouse_spelling_key(here.name)
    where l.client_id = ${clientId} and l.question_id = ${id}
    group by there.id, gatehouse_spelling_key(here.name)
    order by gatehouse_fold(min(here.name)), there.id`)
  return {
    found: [...new Set(rows.flatMap((row) => row.id ?? []))],
    missing: rows.filter((row) => row.id === null).map((row) => row.name),
  }
}
