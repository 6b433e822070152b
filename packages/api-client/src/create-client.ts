import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { safeParse } from 'valibot'
import { InvalidAnswerError } from './api-error.ts'
import { type ApiClient, type ClientOptions, clientOver, type Transport } from './client-over.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

/** The typed client of the staff apps. It checks every answer by its declaration. */
export function createApiClient(transport: Transport, options: ClientOptions = {}): ApiClient {
  return clientOver(transport, { isUserActive, checkAnswer, ...options })
}

/** Browsers report activity for a few seconds after a key press, click or touch. In browsers without this interface nobody counts as active. */
function isUserActive(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.isActive
}

/**
 * Checks an answer by its endpoint's schema. Fields that are not declared are removed, so a newer server may add some.
 * @throws InvalidAnswerError for any other answer, before a component fails on it
 */
export function checkAnswer({ response, path }: EndpointDeclaration, answer: unknown): unknown {
  if (typeof response === 'string') return answer
  const checked = safeParse(response, answer, { abortEarly: true })
  if (!checked.success) throw new InvalidAnswerError(`The answer of ${path} is not what it declares.`)
  return checked.output
}
