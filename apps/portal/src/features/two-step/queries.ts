import { ApiError } from '@gatehouse/api-client/api-error'
import {
  cancelTwoStepEndpoint,
  confirmTotpMethodEndpoint,
  enableTwoStepEndpoint,
  type EnableTwoStepInput,
  getRecoveryCodesEndpoint,
  listTwoStepMethodsEndpoint,
  newRecoveryCodesEndpoint,
  newTotpMethodEndpoint,
  verifyTwoStepEndpoint,
  type VerifyTwoStepInput,
} from '@gatehouse/validation/endpoints/two-step'
import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const methodsQuery = endpointQuery(listTwoStepMethodsEndpoint, {})

/** The recovery codes, in clear while pending, else masked; null where there are none. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [getRecoveryCodesEndpoint.path],
  queryFn: ({ signal }) =>
    api.call(getRecoveryCodesEndpoint, {}, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return null
      throw error
    }),
})

export type Authenticator = Awaited<ReturnType<typeof prepareAuthenticator>>
export type FreshCodes = Awaited<ReturnType<typeof prepareCodes>>

export const prepareAuthenticator = () => api.call(newTotpMethodEndpoint, {})
export const prepareCodes = () => api.call(newRecoveryCodesEndpoint, {})
export const confirmAuthenticator = (id: string, code: string) =>
  api.call(confirmTotpMethodEndpoint, { body: { id, code } })
export const verifyCode = (body: VerifyTwoStepInput) => api.call(verifyTwoStepEndpoint, { body })

/**
 * Enables prepared methods.
 * @throws an Error where the server no longer knows them
 */
export async function enableMethods(methods: EnableTwoStepInput['methods']): Promise<void> {
  const { valid } = await api.call(enableTwoStepEndpoint, { body: { methods } })
  if (!valid) throw new StaleMethodsError('What was prepared is not there any more.')
}

/** The prepared methods were replaced in another window, or have expired. */
export class StaleMethodsError extends Error {
  override name = 'StaleMethodsError'
}

export const cancelMethods = (ids: string[]) => api.call(cancelTwoStepEndpoint, { body: { methods: ids } })

/** Refetches the second factors, and the recovery codes where there can be some. */
export async function refreshMethods(): Promise<void> {
  const methods = await queryClient.fetchQuery({ ...methodsQuery, staleTime: 0 })
  const { queryKey } = recoveryCodesQuery
  if (methods.some(({ type }) => type === 'totp')) await queryClient.invalidateQueries({ queryKey })
  else queryClient.removeQueries({ queryKey })
}
