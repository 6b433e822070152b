import * as v from 'valibot'
import type { MachineData } from './endpoints/check-in.ts'
import { languages, looks } from './vocabulary.ts'

/** Public facts about the site of a guest page's method. */
export const Venue = v.object({
  /** An IANA name. Times are shown in the venue's zone, not in the phone's. */
  timeZone: v.string(),
  /** After how many days a visitor's name and number are deleted; null where the client keeps them. */
  contactRetentionDays: v.nullable(v.number()),
})
export type Venue = v.InferOutput<typeof Venue>

/** The configuration that the server writes into each page, so that a build holds nothing of an installation. */
export const RuntimeConfig = v.object({
  look: v.picklist(looks),
  language: v.picklist(languages),
  languages: v.array(v.picklist(languages)),
  demo: v.boolean(),
  supportUrl: v.nullable(v.string()),
  privacyUrl: v.nullable(v.string()),
  version: v.string(),
  /** Only in pages of the portal, where a help desk is configured: its script. */
  helpWidgetUrl: v.optional(v.string()),
  /** Only in guest pages whose method is known. */
  venue: v.optional(v.nullable(Venue)),
})
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfig>

/** The id of the page's element that holds it as JSON. */
export const runtimeConfigElementId = 'runtime-config'

/** The id of a guest page's element that holds its method's machine data as JSON; `null` for an unknown key. */
export const machineDataElementId = 'machine-data'

/** The parts of a guest page that the server renders. */
export interface ServerRenderedPage {
  title: string
  html: string
  noScript: string
}

/**
 * Renders a guest page on the server: the window's title, the HTML of the app's root element, and what browsers without JavaScript show. The
 * script hydrates the first step and renders anything else again: the screen of an unknown key (`null`), and the place of the other steps.
 * @param page without machine data where they could not be read
 */
export type RenderFirstStep = (page: {
  methodKey: string
  path: string
  config: RuntimeConfig
  machineData: MachineData | null | undefined
}) => ServerRenderedPage
