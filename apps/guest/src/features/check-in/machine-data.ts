import { ApiError, type Stranger, strangerOf } from '@gatehouse/api-client/api-error'
import { readJsonElement, runtimeConfig } from '@gatehouse/api-client/runtime-config'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { machineDataElementId } from '@gatehouse/validation/runtime-config'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api, getMachineDataEndpoint } from '../../lib/api.ts'

/**
 * A sign-in method in one language. `unknown` is final. After `unreachable`, and after `foreign`,
 * where something other than the server responded, a retry may succeed.
 */
export type Method =
  | { status: 'ready'; machine: MachineData; language: Language }
  | { status: 'invalid'; reason: 'unknown' | 'unreachable' | Stranger }

/** The machine data embedded in the page. Used once, for the key in the page's URL. */
let embedded = takeEmbeddedMachineData()

/** The method of a key: from the page if the server embedded it, else by a call. Never throws. */
export async function findMethod(methodKey: string, language: Language): Promise<Method> {
  const machine = embedded
  embedded = undefined
  if (machine) {
    const method: Method = { status: 'ready', machine, language: runtimeConfig.language }
    if (language === runtimeConfig.language) return method
    const translated = await fetchMethod(methodKey, language)
    return translated.status === 'ready' ? translated : method
  }
  if (machine === null || !isMethodKey(methodKey)) return { status: 'invalid', reason: 'unknown' }
  return fetchMethod(methodKey, language)
}

export async function fetchMethod(methodKey: string, language: Language): Promise<Method> {
  try {
    const machine = await api.call(getMachineDataEndpoint, { query: { method: methodKey, language } })
    return { status: 'ready', machine, language }
  } catch (error) {
    const stranger = strangerOf(error)
    if (stranger) return { status: 'invalid', reason: stranger }
    const isUnknown =
      error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')
    return { status: 'invalid', reason: isUnknown ? 'unknown' : 'unreachable' }
  }
}

/**
 * Reads and removes the embedded machine data: null for an unknown key, undefined if there are
 * none.
 */
function takeEmbeddedMachineData(): MachineData | null | undefined {
  const data = readJsonElement(machineDataElementId) as MachineData | null | undefined
  if (data !== undefined) document.getElementById(machineDataElementId)?.remove()
  return data
}
