import { api, getMachineDataEndpoint } from '../../lib/api.ts'
import { pageConfig, takeMachineData } from '../../lib/page-data.ts'
import { ApiError } from '@gatehouse/api-client/api-error'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { isMethodKey } from '@gatehouse/validation/method-key'
import type { Language } from '@gatehouse/validation/vocabulary'

/** A sign-in method as the phone knows it; `unreachable` may come back, `unknown` will not. */
export type Method =
  | { status: 'ready'; machine: MachineData }
  | { status: 'invalid'; reason: 'unknown' | 'unreachable' }

/** What the page brought along is used once, for the key it was asked for. */
let inPage = takeMachineData()

/** The method behind a key: from the page where the server wrote it, else by a call. Never throws. */
export async function findMethod(methodKey: string, language: Language): Promise<Method> {
  const brought = inPage
  inPage = undefined
  if (brought) {
    const own: Method = { status: 'ready', machine: brought }
    if (language === pageConfig().language) return own
    const translated = await fetchMethod(methodKey, language)
    return translated.status === 'ready' ? translated : own
  }
  if (brought === null || !isMethodKey(methodKey)) return { status: 'invalid', reason: 'unknown' }
  return fetchMethod(methodKey, language)
}

export async function fetchMethod(methodKey: string, language: Language): Promise<Method> {
  try {
    const machine = await api.call(getMachineDataEndpoint, { query: { method: methodKey, language } })
    return { status: 'ready', machine }
  } catch (error) {
    const isUnknown =
      error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')
    return { status: 'invalid', reason: isUnknown ? 'unknown' : 'unreachable' }
  }
}
