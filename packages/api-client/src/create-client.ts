import ky from 'ky'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { safeParse } from 'valibot'
import {
  type ApiClient,
  type ClientOptions,
  clientOver,
  DEFAULT_TIMEOUT_MS,
  type Transport,
} from './client-over.ts'
import { InvalidAnswerError } from './api-error.ts'
import { readServerClock } from './server-clock.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

export interface ApiClientOptions extends ClientOptions {
  timeoutMilliseconds?: number
}

/** The client of the staff apps: on ky, and with every answer checked. */
export function createApiClient({ timeoutMilliseconds, ...options }: ApiClientOptions = {}): ApiClient {
  return clientOver(kyTransport(timeoutMilliseconds), { isUserActive, checkAnswer, ...options })
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

/** The staff apps' transport. */
export function kyTransport(timeoutMilliseconds = DEFAULT_TIMEOUT_MS): Transport {
  const http = ky.create({
    credentials: 'include',
    retry: 0,
    throwHttpErrors: false,
    timeout: timeoutMilliseconds,
    cache: 'no-store',
  })
  return async (address, { method, headers, body, signal }) => {
    const response = await http(address, {
      method,
      headers,
      ...(body === undefined ? {} : { json: body }),
      ...(signal ? { signal } : {}),
    })
    readServerClock(response.headers.get('date'), Date.now())
    return response
  }
}
