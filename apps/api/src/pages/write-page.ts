import { localeTags } from '@gatehouse/i18n/language-names'
import { type MethodColours, accentTokens } from '@gatehouse/validation/colours'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import {
  machineDataElementId,
  type RuntimeConfig,
  runtimeConfigElementId,
  type ServerRenderedPage,
} from '@gatehouse/validation/runtime-config'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { createHash } from 'node:crypto'
import { assetPrefix, type BuiltApp, type PageFiles } from './built-app.ts'

const HEAD_MARK = '<!--gatehouse:head-->'
const PAGE_MARK = '<!--gatehouse:page-->'
const NO_SCRIPT_MARK = '<!--gatehouse:no-script-->'

export interface PageData {
  config: RuntimeConfig
  /** For guest pages: the data of the method, null for an unknown key, absent if unreadable. */
  machineData?: MachineData | null
  /** The colours of the method or of the client. */
  colours?: MethodColours | null | undefined
  /** For pages of the portal within the shell: a drawing of it until the script has loaded. */
  shell?: { files: PageFiles; html: string } | undefined
  /** The first screen of a guest page, where it could be rendered. */
  firstStep?: ServerRenderedPage
}

/** Writes the page of an app for one request, with its language, its look and its initial data. */
export function writePage(
  app: BuiltApp,
  { config, machineData, colours, shell, firstStep }: PageData,
): string {
  const catalogue = app.catalogues[config.language]
  // The screens for an unknown key and for an evacuation use the later styles.
  const hasLaterStyles = machineData === null || machineData?.muster?.drill === false
  const head = [
    `<link rel="icon" type="image/svg+xml" href="${assetPrefix(app.name)}icons/${config.look}.svg">`,
    ...(firstStep && hasLaterStyles ? app.laterStyles.map((sheet) => styleSheet(sheet)) : []),
    colours ? `<style>${styleOfColours(colours)}</style>` : '',
    catalogue ? `<link rel="modulepreload" href="${catalogue}" crossorigin>` : '',
    dataElement(runtimeConfigElementId, config),
    machineData === undefined ? '' : dataElement(machineDataElementId, machineData),
  ].join('')
  // After the page's own style sheet, whose connection they would take.
  const later = [
    ...(shell?.files.scripts ?? []).map(
      (script) => `<link rel="modulepreload" href="${script}" crossorigin>`,
    ),
    ...(shell?.files.styles ?? []).map(
      (style) => `<link rel="preload" as="style" href="${style}" crossorigin>`,
    ),
  ].join('')
  return app.html
    .replace(/<html[^>]*>/, `<html lang="${localeTags[config.language]}" data-look="${config.look}">`)
    .replace(HEAD_MARK, () => head)
    .replace('</head>', () => `${later}</head>`)
    .replace(/<title>[^<]*<\/title>/, (title) =>
      firstStep ? `<title>${escapeText(firstStep.title)}</title>` : title,
    )
    .replace(NO_SCRIPT_MARK, () => firstStep?.noScript ?? '')
    .replace(PAGE_MARK, () => firstStep?.html ?? shell?.html ?? '')
}

const styleSheet = (href: string) => `<link rel="stylesheet" href="${href}" crossorigin>`

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function dataElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** As many as most people's side bar and screen have. */
const ITEMS = 8
const ROWS = 6

/**
 * A drawing of the portal's shell. The page shows it with its first style sheet, and the script
 * removes it once the real one is rendered.
 */
export function drawShell(look: LookName, name = 'Gatehouse'): string {
  const brand = `<p><img src="${assetPrefix('portal')}icons/${look}.svg" alt="" width="28" height="28">${escapeText(name)}</p>`
  const lines = (count: number) => '<i></i>'.repeat(count)
  return (
    '<div data-boot aria-hidden="true">' +
    `<header>${brand}<div>${lines(ITEMS)}</div></header>` +
    `<main><i></i><section>${lines(ROWS)}</section></main>` +
    '</div>'
  )
}

/** The style sheet of the colours. Unlayered, so it overrides the look. */
export function styleOfColours(colours: MethodColours): string {
  const tokens = Object.entries(accentTokens(colours)).map(([name, value]) => `--${name}:${value}`)
  return `:root,[data-look]{${tokens.join(';')}}`
}

/** A page's policy that also allows one more style element. */
export function allowStyle(policy: string, style: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return policy.replace("style-src 'self'", (sources) => `${sources} 'sha256-${hash}'`)
}
