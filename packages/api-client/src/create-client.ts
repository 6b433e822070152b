import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { safeParse } from 'valibot'
import { InvalidResponseError } from './api-error.ts'
import { type ApiClient, type ClientOptions, clientOver, type Transport } from './client-over.ts'
import { rememberUnchanged } from './remember-unchanged.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

/** The typed client of the staff apps. It checks every response by its declaration. */
export function createApiClient(transport: Transport, options: ClientOptions = {}): ApiClient {
  return clientOver(transport, { isUserActive, checkResponse, unchanged: rememberUnchanged(), ...options })
}

/**
 * Transient user activation lasts a few seconds after a key press, click or touch. In browsers
 * without this interface, users never count as active.
 */
function isUserActive(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.isActive
}

/**
 * Checks a response against its endpoint's schema. Undeclared fields are removed, so that a newer
 * server may add some.
 * @throws InvalidResponseError for any other response, before a component fails on it
 */
export function checkResponse({ response, path }: EndpointDeclaration, data: unknown): unknown {
  if (typeof response === 'string') return data
  const checked = safeParse(response, data, { abortEarly: true })
  if (!checked.success) throw new InvalidResponseError(`The response of ${path} is not what it declares.`)
  return checked.output
}
