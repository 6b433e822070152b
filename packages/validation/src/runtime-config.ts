import * as v from 'valibot'
import type { MachineData } from './endpoints/check-in.ts'
import { languages, looks } from './vocabulary.ts'

/** The place of a guest page's method, as far as everybody may know it. */
export const Venue = v.object({
  /** An IANA name: times are told by the venue's clock, whatever the phone's says. */
  timeZone: v.string(),
  /** After how many days a visitor's name and number go; null where the client keeps them. */
  contactRetentionDays: v.nullable(v.number()),
})
export type Venue = v.InferOutput<typeof Venue>

/** What the server writes into each page it serves, so that nothing of an installation is baked into a build. */
export const RuntimeConfig = v.object({
  look: v.picklist(looks),
  language: v.picklist(languages),
  languages: v.array(v.picklist(languages)),
  demo: v.boolean(),
  supportUrl: v.nullable(v.string()),
  privacyUrl: v.nullable(v.string()),
  version: v.string(),
  /** Of guest pages whose method is known. */
  venue: v.optional(v.nullable(Venue)),
})
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfig>

/** The id of the element in which a page carries it, as JSON. */
export const runtimeConfigElementId = 'runtime-config'

/** The id of the element in which a guest page carries its method's machine data, as JSON; `null` for an unknown key. */
export const machineDataElementId = 'machine-data'

/**
 * How the guest app's build writes a page's first screen for the server to send: the window's title, and the HTML inside of the
 * page's place for the app. The first step is taken over by the script as it stands; without machine data it is the screen of a key
 * that leads nowhere, which the script draws once more.
 */
export type RenderFirstStep = (page: {
  methodKey: string
  config: RuntimeConfig
  machineData: MachineData | null
}) => { title: string; html: string }
