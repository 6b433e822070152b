import * as v from 'valibot'
import { languages, looks } from './vocabulary.ts'

/** What the server writes into each page it serves, so that nothing of an installation is baked into a build. */
export const RuntimeConfig = v.object({
  look: v.picklist(looks),
  language: v.picklist(languages),
  languages: v.array(v.picklist(languages)),
  demo: v.boolean(),
  supportUrl: v.nullable(v.string()),
  privacyUrl: v.nullable(v.string()),
  version: v.string(),
})
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfig>

/** The id of the element in which a page carries it, as JSON. */
export const runtimeConfigElementId = 'runtime-config'

/** The id of the element in which a guest page carries its method's machine data, as JSON; `null` for an unknown key. */
export const machineDataElementId = 'machine-data'
