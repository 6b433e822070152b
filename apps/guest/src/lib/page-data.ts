import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import { machineDataElementId, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { defaultLanguage, languages } from '@gatehouse/validation/vocabulary'

/** What the server wrote into the page; without it, as on a development server, nothing of an installation is known. */
export const runtimeConfig: RuntimeConfig = (readElement(runtimeConfigElementId) as
  | RuntimeConfig
  | undefined) ?? {
  look: 'presence',
  language: defaultLanguage,
  languages: [...languages],
  demo: false,
  supportUrl: null,
  privacyUrl: null,
  version: 'development',
}

/** The machine data of the key that the page was asked for: null for an unknown key, undefined where it is not written. */
export function takeMachineData(): MachineData | null | undefined {
  const data = readElement(machineDataElementId) as MachineData | null | undefined
  document.getElementById(machineDataElementId)?.remove()
  return data
}

function readElement(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
