import { isDeepStrictEqual } from 'node:util'
import type { ManagedQuestion, QuestionChanges } from '@gatehouse/validation/endpoints/questions'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { questions, questionVersions } from '../../db/schema/questions.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { outdatedAfter } from './outdated-texts.ts'
import { asInput, optionIds, readAnswers, setLinks } from './question-input.ts'
import { getCurrentVersion, getQuestionOrThrow, lockQuestion } from './question-list.ts'

/**
 * Changes a question. New texts or answers make a new version: old answers refer to the old one.
 */
export function updateQuestion(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: QuestionChanges,
  ifMatch?: string,
): Promise<ManagedQuestion> {
  return withScope(db, actor.scope, async (tx) => {
    const { clientId, lastModified, archivedAt, version } = await lockQuestion(tx, id)
    const before = await getQuestionOrThrow(tx, id, now)
    if (Object.keys(changes).length === 0) return before
    const edited = await editRow(tx, {
      row: { lastModified, question: before },
      show: (row) => row.question,
      ifMatch,
      write: async (next) => {
        if (archivedAt) throw new AppError('question_archived')
        const newVersion = await addVersion(tx, { id, actor, now }, changes)
        await setLinks(tx, { clientId, id }, changes)
        const { enabled } = changes
        await tx
          .update(questions)
          .set({
            lastModified: next,
            version: newVersion ?? version,
            ...(enabled === undefined ? {} : { enabled }),
          })
          .where(hasValues(questions, { clientId, id }))
        return { lastModified: next, question: await getQuestionOrThrow(tx, id, now) }
      },
      audit: auditOf({ actor, now }, 'question.updated', 'question', { clientId, id }),
    })
    return edited.question
  })
}

/** @returns the number of the new version; undefined where texts and answers have not changed */
async function addVersion(
  tx: Transaction,
  { id, actor, now }: { id: string; actor: StaffActor; now: Date },
  changes: QuestionChanges,
): Promise<number | undefined> {
  const current = await getCurrentVersion(tx, id)
  const options = optionIds(current.answers)
  const own = asInput(current.answers)
  const wordsOf = ({
    name = current.name,
    description = current.description,
    type = current.type,
    text = current.text,
    texts = current.texts,
    answers = own,
  }: QuestionChanges) => ({
    name,
    description,
    type,
    text,
    texts,
    answers: readAnswers(type, answers, options),
  })
  const wanted = wordsOf(changes)
  const outdated = outdatedAfter(current, wanted, { at: now, confirmed: changes.confirmed ?? [] })
  if (isDeepStrictEqual({ ...wordsOf({}), outdated: current.outdated }, { ...wanted, outdated }))
    return undefined
  const { clientId } = current
  const version = current.version + 1
  const stamps = { createdAt: now, createdBy: actor.userId }
  await tx
    .insert(questionVersions)
    .values({ ...wanted, outdated, clientId, questionId: id, version, ...stamps })
  return version
}
