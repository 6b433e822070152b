import { type RuntimeConfig, runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { defaultLanguage, languages } from '@gatehouse/validation/vocabulary'

/** The values under the development server, which writes nothing into the page. */
const developmentConfig: RuntimeConfig = {
  look: 'presence',
  language: defaultLanguage,
  languages: [...languages],
  demo: false,
  sendsMail: true,
  publicUrl: 'http://localhost:50000',
  supportUrl: null,
  privacyUrl: null,
  version: 'development',
}

/** The configuration that the server wrote into the page. */
export let runtimeConfig: RuntimeConfig =
  (readJsonElement(runtimeConfigElementId) as RuntimeConfig | undefined) ?? developmentConfig

/** Replaces the configuration, as on the server, where one process renders all clients' pages. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  runtimeConfig = config
}

/**
 * The JSON value of a `<script type="application/json">` element of the page.
 * @returns undefined where there is no such element, or no document
 */
export function readJsonElement(id: string): unknown {
  const text = typeof document === 'undefined' ? undefined : document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
