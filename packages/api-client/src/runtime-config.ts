import { type RuntimeConfig, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
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

/** What the server wrote into the page; under the development server, which writes nothing, the defaults. */
export const runtimeConfig: RuntimeConfig = readRuntimeConfig()

function readRuntimeConfig(): RuntimeConfig {
  const text = document.getElementById(runtimeConfigElementId)?.textContent
  return text ? (JSON.parse(text) as RuntimeConfig) : withoutServer
}
