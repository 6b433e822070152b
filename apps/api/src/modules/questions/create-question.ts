import type { ManagedQuestion, NewQuestion } from '@gatehouse/validation/endpoints/questions'
import type { AuditAction } from '@gatehouse/validation/audit-actions'
import { sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { type AuditEntry, recordAudit } from '../../db/audit.ts'
import { questions, questionVersions } from '../../db/schema/questions.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { lockSite } from '../sites/site-list.ts'
import { asInput, nextPosition, type QuestionLinks, readAnswers, setLinks } from './question-input.ts'
import { getQuestionOrThrow, lockQuestion } from './question-list.ts'

/**
 * Creates a question after the others.
 * @throws AppError `client_not_chosen`, `not_found` for a role, site or method, `incomplete`, `too_many_parts`
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
    const entry = questionAudit(actor, now, { clientId, id: made.id }, 'question.created')
    await recordAudit(tx, { ...entry, details: { after: made } })
    return made
  })
}

/**
 * Copies the current version of a question to a site, as a question of its own. It is for the roles of that site that have the names of the
 * roles of the first one.
 * @throws AppError `not_found`, also for a site of another client, `too_many_parts`
 */
export function copyQuestion(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  siteId: string,
): Promise<ManagedQuestion> {
  return withScope(db, actor.scope, async (tx) => {
    const { clientId } = await lockQuestion(tx, id)
    const site = await lockSite(tx, actor, 'manage', siteId)
    if (site.clientId !== clientId) throw new AppError('not_found')
    const { name, description, type, text, texts, answers } = await getQuestionOrThrow(tx, id, now)
    const given = asInput(answers)
    const own = Array.isArray(given) ? given.map(({ id: _, ...option }) => option) : given
    const words = { name, description, type, text, texts, answers: readAnswers(type, own) }
    const roles = await findRolesOfSameNames(tx, { clientId, id }, siteId)
    const made = await addQuestion(
      tx,
      { clientId, actor, now },
      { words, links: { sites: [siteId], roles }, enabled: true },
    )
    const entry = questionAudit(actor, now, { clientId, id: made.id }, 'question.copied')
    await recordAudit(tx, { ...entry, details: { after: made } })
    return made
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

async function findRolesOfSameNames(
  tx: Transaction,
  { clientId, id }: { clientId: string; id: string },
  siteId: string,
): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select distinct there.id from question_roles l
    join visitor_roles here on here.client_id = l.client_id and here.id = l.role_id
    join visitor_roles there on there.client_id = here.client_id and there.site_id = ${siteId}
      and gatehouse_spelling_key(there.name) = gatehouse_spelling_key(here.name)
    where l.client_id = ${clientId} and l.question_id = ${id}`)
  return found.map((role) => role.id)
}

/** The audit entry of what was done to a question. */
export function questionAudit(
  actor: StaffActor,
  at: Date,
  { clientId, id }: { clientId: string; id: string | null },
  action: AuditAction & `question.${string}`,
): Omit<AuditEntry, 'details'> {
  return {
    clientId,
    actor: { kind: 'staff', id: actor.userId },
    action,
    target: { kind: 'question', id },
    at,
  }
}
