import type { ManagedQuestion, NewQuestion } from '@gatehouse/validation/endpoints/questions'
import { serverLimits } from '@gatehouse/validation/limits'
import { count, eq, max, sql } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { type QuestionAnswers, questions, type QuestionType } from '../../db/schema/questions.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'

/**
 * The answers of a question as they are stored. A new option gets an id that was never used.
 * @param known the ids of the question's options
 * @throws AppError `incomplete`, also for an id that is unknown or used twice
 */
export function readAnswers(
  type: QuestionType,
  answers: NewQuestion['answers'],
  known: ReadonlySet<string> = new Set(),
): QuestionAnswers {
  if (type === 'free text') {
    if (answers !== null) throw otherType()
    return null
  }
  if (answers === null || Array.isArray(answers) === (type === 'yes/no')) throw otherType()
  if (!Array.isArray(answers)) return answers
  const kept = answers.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (!kept.every((id) => known.has(id)) || new Set(kept).size < kept.length)
    throw new AppError('incomplete', { fields: { answers: 'wrong_type' } })
  return answers.map(({ id = newId(), ...option }) => ({ id, ...option }))
}

const otherType = () => new AppError('incomplete', { fields: { answers: 'wrong_type' } })

/** Stored answers in the shape of an input. Translations are always set. */
export function asInput(answers: ManagedQuestion['answers']): NewQuestion['answers'] {
  if (answers === null) return null
  if (Array.isArray(answers)) return answers.map(({ descs = {}, ...option }) => ({ ...option, descs }))
  const { yes, no } = answers
  return { yes: { ...yes, texts: yes.texts ?? {} }, no: { ...no, texts: no.texts ?? {} } }
}

export function optionIds(answers: QuestionAnswers): ReadonlySet<string> {
  return new Set(Array.isArray(answers) ? answers.map(({ id }) => id) : [])
}

/**
 * The position of a new question of a client, after all others. Locks the client's question order
 * until the transaction ends.
 * @throws AppError `too_many_parts`
 */
export async function nextPosition(tx: Transaction, clientId: string): Promise<number> {
  await lockOrder(tx, clientId)
  const [found] = await tx
    .select({ total: count(), last: max(questions.position) })
    .from(questions)
    .where(eq(questions.clientId, clientId))
  if ((found?.total ?? 0) >= serverLimits.questions.perClient) throw new AppError('too_many_parts')
  return (found?.last ?? -1) + 1
}

/** Locks the order of a client's questions until the transaction ends. */
export async function lockOrder(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('no key update')
}

/** The roles, sites and methods that a question applies to. */
export type QuestionLinks = { [Name in keyof typeof linkTables]?: string[] | undefined }

const linkTables = {
  roles: { links: 'question_roles', column: 'role_id', targets: 'visitor_roles' },
  sites: { links: 'question_sites', column: 'site_id', targets: 'sites' },
  methods: { links: 'question_methods', column: 'method_id', targets: 'sign_in_methods' },
} as const

/**
 * Sets the given kinds of links of a question: roles, sites or methods.
 * @throws AppError `not_found` where one of them does not belong to the client
 */
export async function setLinks(
  tx: Transaction,
  { clientId, id }: { clientId: string; id: string },
  wanted: QuestionLinks,
): Promise<void> {
  for (const name of ['roles', 'sites', 'methods'] as const) {
    const ids = wanted[name]
    if (ids === undefined) continue
    const { links, column, targets } = linkTables[name]
    const given = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
    const there = await tx.execute(sql`
      select id from ${sql.identifier(targets)} where client_id = ${clientId} and id in ${given}`)
    if (there.length < ids.length) throw new AppError('not_found')
    await tx.execute(sql`
      delete from ${sql.identifier(links)} where client_id = ${clientId} and question_id = ${id}
        and ${sql.identifier(column)} not in ${given}`)
    await tx.execute(sql`
      insert into ${sql.identifier(links)} (client_id, question_id, ${sql.identifier(column)})
      select ${clientId}::uuid, ${id}::uuid, value from ${given} as wanted (value) on conflict do nothing`)
  }
}
