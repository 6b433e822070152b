import { localeTags } from '@gatehouse/i18n/language-names'
import type { MethodColours } from '@gatehouse/validation/colours'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import {
  machineDataElementId,
  type RuntimeConfig,
  runtimeConfigElementId,
  type ServerRenderedPage,
} from '@gatehouse/validation/runtime-config'
import { assetPrefix, type BuiltApp } from './built-app.ts'
import { coloursPath } from './method-colours.ts'

const HEAD_MARK = '<!--gatehouse:head-->'
const PAGE_MARK = '<!--gatehouse:page-->'
const NO_SCRIPT_MARK = '<!--gatehouse:no-script-->'

export interface PageData {
  config: RuntimeConfig
  /**
   * For guest pages: the data of the method, or null for an unknown key. Absent where it
   * could not be read.
   */
  machineData?: MachineData | null
  /** The method's own colours. */
  colours?: MethodColours | null | undefined
  /** The first screen of a guest page, where it could be rendered. */
  firstStep?: ServerRenderedPage
}

/** Writes the page of an app for one request, with its language, its look and its initial data. */
export function writePage(app: BuiltApp, { config, machineData, colours, firstStep }: PageData): string {
  const catalogue = app.catalogues[config.language]
  // The screens for an unknown key and for an evacuation use the later styles.
  const hasLaterStyles = machineData === null || machineData?.muster?.drill === false
  const head = [
    `<link rel="icon" type="image/svg+xml" href="${assetPrefix(app.name)}icons/${config.look}.svg">`,
    ...(firstStep && hasLaterStyles ? app.laterStyles.map((sheet) => styleSheet(sheet)) : []),
    colours ? styleSheet(coloursPath(colours)) : '',
    catalogue ? `<link rel="modulepreload" href="${catalogue}" crossorigin>` : '',
    dataElement(runtimeConfigElementId, config),
    machineData === undefined ? '' : dataElement(machineDataElementId, machineData),
  ].join('')
  return app.html
    .replace(/<html[^>]*>/, `<html lang="${localeTags[config.language]}" data-look="${config.look}">`)
    .replace(HEAD_MARK, () => head)
    .replace(/<title>[^<]*<\/title>/, (title) =>
      firstStep ? `<title>${escapeText(firstStep.title)}</title>` : title,
    )
    .replace(NO_SCRIPT_MARK, () => firstStep?.noScript ?? '')
    .replace(PAGE_MARK, () => firstStep?.html ?? '')
}

const styleSheet = (href: string) => `<link rel="stylesheet" href="${href}" crossorigin>`

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function dataElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
