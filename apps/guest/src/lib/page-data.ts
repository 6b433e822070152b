import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import { machineDataElementId, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { defaultLanguage, languages } from '@gatehouse/validation/vocabulary'

const withoutServer: RuntimeConfig = {
  look: 'presence',
  language: defaultLanguage,
  languages: [...languages],
  demo: false,
  supportUrl: null,
  privacyUrl: null,
  version: 'development',
}

let config = (readElement(runtimeConfigElementId) as RuntimeConfig | undefined) ?? withoutServer

/** What the server wrote into the page; without it, as on a development server, nothing of an installation is known. */
export function pageConfig(): RuntimeConfig {
  return config
}

/** For the server, which writes one page after the other. */
export function setPageConfig(own: RuntimeConfig): void {
  config = own
}

/** The machine data of the key that the page was asked for: null for an unknown key, undefined where it is not written. */
export function takeMachineData(): MachineData | null | undefined {
  const data = readElement(machineDataElementId) as MachineData | null | undefined
  if (data !== undefined) document.getElementById(machineDataElementId)?.remove()
  return data
}

function readElement(id: string): unknown {
  const text = typeof document === 'undefined' ? undefined : document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
