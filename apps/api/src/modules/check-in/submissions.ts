import { and, eq } from 'drizzle-orm'
import { submissions } from '../../db/schema/visits.ts'
import { type Blanks, statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { PreparedAnswer } from '../../lib/answer-writer.ts'

/** What makes two sign-ins the same one: the method, the caller's key, and the body. */
export interface SubmissionName {
  clientId: string
  methodId: string
  key: string
  fingerprint: Uint8Array
}

const selectAnswer = statement((db, { clientId, methodId, key }: Blanks<'clientId' | 'methodId' | 'key'>) =>
  db
    .select({
      fingerprint: submissions.fingerprint,
      status: submissions.status,
      answer: submissions.answer,
    })
    .from(submissions)
    .where(
      and(eq(submissions.clientId, clientId), eq(submissions.methodId, methodId), eq(submissions.key, key)),
    ),
)

const insertAnswer = statement(
  (db, row: Blanks<'clientId' | 'methodId' | 'key' | 'fingerprint' | 'status' | 'answer' | 'createdAt'>) => {
    const { clientId, methodId, key, fingerprint, status, answer, createdAt } = row
    return db
      .insert(submissions)
      .values({ clientId, methodId, key, fingerprint, status, answer, createdAt })
      .onConflictDoNothing()
      .returning({ key: submissions.key })
  },
)

/**
 * What an earlier sign-in under the key was answered.
 * @throws AppError `conflict` where the key was used with another body
 */
export async function findAnswer(
  tx: Transaction,
  { clientId, methodId, key, fingerprint }: SubmissionName,
): Promise<PreparedAnswer | undefined> {
  const [found] = await selectAnswer(tx, { clientId, methodId, key })
  if (!found) return undefined
  if (!Buffer.from(found.fingerprint).equals(fingerprint)) {
    throw new AppError('conflict', { message: 'This idempotency key was used with another body.' })
  }
  if (found.status === null || found.answer === null) throw new Error('A stored submission has its answer')
  return new PreparedAnswer(found.status, found.answer)
}

/** An equal sign-in was faster: what this one did is to be undone, and the other's answer is there. */
export class TwinWasFirstError extends Error {
  override readonly name = 'TwinWasFirstError'
}

/**
 * Keeps the answer under the key. Of all that a sign-in writes it is sent first: a twin that comes meanwhile waits here, on the
 * index, until this transaction ends.
 * @throws TwinWasFirstError
 */
export async function keepAnswer(
  tx: Transaction,
  name: SubmissionName,
  { status, text }: PreparedAnswer,
  now: Date,
): Promise<void> {
  const kept = await insertAnswer(tx, { ...name, status, answer: text, createdAt: now })
  if (kept.length === 0) throw new TwinWasFirstError()
}
