import type { GivenAnswer } from '@gatehouse/validation/endpoints/check-in'
import { and, eq, or } from 'drizzle-orm'
import { questionVersions } from '../../db/schema/questions.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { CheckInForm, FormQuestion } from './check-in-form.ts'

/**
 * The questions of the form as a visitor has read them, by their ids, where that was another version than the present one. Usually there is
 * none, and then nothing is read. A version that never was is not there.
 */
export async function findShownVersions(
  tx: Transaction,
  clientId: string,
  { questions }: CheckInForm,
  given: Readonly<Record<string, GivenAnswer>>,
): Promise<ReadonlyMap<string, FormQuestion>> {
  const wanted = questions.flatMap((question) => {
    const version = Object.hasOwn(given, question.id) ? given[question.id]?.version : undefined
    return version === undefined || version === question.version ? [] : [{ question, version }]
  })
  if (wanted.length === 0) return new Map()
  const found = await tx
    .select()
    .from(questionVersions)
    .where(
      and(
        eq(questionVersions.clientId, clientId),
        or(
          ...wanted.map(({ question, version }) =>
            and(eq(questionVersions.questionId, question.id), eq(questionVersions.version, version)),
          ),
        ),
      ),
    )
  return new Map(
    wanted.flatMap(({ question, version }) => {
      const row = found.find((one) => one.questionId === question.id && one.version === version)
      if (!row) return []
      const { type, text, texts, answers } = row
      return [[question.id, { ...question, version, type, text, texts, answers }] as const]
    }),
  )
}
