import { RuntimeConfig, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { defaultLanguage, languages } from '@gatehouse/validation/vocabulary'
import * as v from 'valibot'

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
export const env: RuntimeConfig = readRuntimeConfig(
  document.getElementById(runtimeConfigElementId)?.textContent ?? null,
)

function readRuntimeConfig(text: string | null): RuntimeConfig {
  if (text === null) return withoutServer
  return v.parse(v.pipe(v.string(), v.parseJson(), RuntimeConfig), text)
}
