import type { MachineData } from './endpoints/check-in.ts'
import type { Language, LookName } from './vocabulary.ts'

// Types only: pages read what their own server wrote, and a schema would bring its library to each
// phone.

/** Public facts about the site of a guest page's method. */
export interface Venue {
  /** An IANA name. Times are shown in the venue's zone, not in the phone's. */
  timeZone: string
  /** After how many days a visitor's name and number are deleted; null for never. */
  contactRetentionDays: number | null
  /** The address of the site's picture, for a kiosk. */
  picture: string | null
}

/** How a client shows itself. Its colours are a style sheet of the page. */
export interface Brand {
  name: string
  /** Its addresses are made by `logoUrl`. */
  logo: string | null
}

/** The configuration that the server writes into each page, for builds of any installation. */
export interface RuntimeConfig {
  look: LookName
  language: Language
  languages: Language[]
  demo: boolean
  /** Whether the installation can send emails. */
  sendsMail: boolean
  /** The origin of links and QR codes. */
  publicUrl: string
  supportUrl: string | null
  privacyUrl: string | null
  version: string
  /** Only in pages of the portal, while there is no account. */
  isEmpty?: true | undefined
  /** Only in pages of the portal, where a help desk is configured: its script. */
  helpWidgetUrl?: string | undefined
  /** Only in guest pages whose method is known. */
  venue?: Venue | null | undefined
  /** In guest pages whose method is known, and in pages on a client's own host. */
  brand?: Brand | undefined
}

/** The id of the page's element that holds it as JSON. */
export const runtimeConfigElementId = 'runtime-config'

/** The id of the element with a guest page's machine data as JSON; `null` for an unknown key. */
export const machineDataElementId = 'machine-data'

export interface ServerRenderedPage {
  title: string
  html: string
  noScript: string
}

/**
 * Renders a guest page on the server: the window's title, the HTML of the app's root element, and
 * what browsers without JavaScript show. The script hydrates the first step and renders anything
 * else again: the screen of an unknown key (`null`), and the place of the other steps.
 * @param page without machine data where they could not be read
 */
export type RenderFirstStep = (page: {
  methodKey: string
  path: string
  config: RuntimeConfig
  machineData: MachineData | null | undefined
}) => ServerRenderedPage
