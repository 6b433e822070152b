import type { LookName } from '@gatehouse/validation/vocabulary'
import { assetPrefix } from './built-app.ts'

/** As many as most people's side bar and screen have. */
const ITEMS = 8
const ROWS = 6

/**
 * A drawing of the portal's shell. The page shows it with its first style sheet, and the script
 * removes it once the real one is rendered.
 */
export function drawShell(look: LookName, name = 'Gatehouse'): string {
  const brand = `<p><img src="${assetPrefix('portal')}icons/${look}.svg" alt="" width="28" height="28">${escaped(name)}</p>`
  const lines = (count: number) => '<i></i>'.repeat(count)
  return (
    '<div data-boot aria-hidden="true">' +
    `<header>${brand}<div>${lines(ITEMS)}</div></header>` +
    `<main><i></i><section>${lines(ROWS)}</section></main>` +
    '</div>'
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
