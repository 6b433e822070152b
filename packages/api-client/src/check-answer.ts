import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { safeParse } from 'valibot'
import { InvalidAnswerError } from './api-error.ts'

/**
 * An answer in the shape that its endpoint declares; fields that it does not declare are left out, so that a newer server may
 * add some.
 * @throws InvalidAnswerError for any other shape: a page would break on it wherever it is first looked at
 */
export function checkAnswer({ response, path }: EndpointDeclaration, answer: unknown): unknown {
  if (typeof response === 'string') return answer
  const checked = safeParse(response, answer, { abortEarly: true })
  if (!checked.success) throw new InvalidAnswerError(`The answer of ${path} is not what it declares.`)
  return checked.output
}
