import { type RuntimeConfig, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { defaultLanguage, languages } from '@gatehouse/validation/vocabulary'

const defaults: RuntimeConfig = {
  look: 'presence',
  language: defaultLanguage,
  languages: [...languages],
  demo: false,
  supportUrl: null,
  privacyUrl: null,
  version: 'development',
}

/** The configuration that the server wrote into the page, or the defaults under the development server, which writes none. */
export const runtimeConfig: RuntimeConfig = readRuntimeConfig()

function readRuntimeConfig(): RuntimeConfig {
  const text = document.getElementById(runtimeConfigElementId)?.textContent
  return text ? (JSON.parse(text) as RuntimeConfig) : defaults
}
