/**
 * Fails when portal or board cost more than their budget before they can be used, in their largest language. Run after the build:
 *
 *   node infra/checks/staff-budget.ts
 */
import { type BudgetRow, holdBudget, readBuiltApp } from './built-app.ts'

const portal = readBuiltApp('portal')
const board = readBuiltApp('board')

const portalFirst = firstOf(portal)
const login = portal.named(/^src\/routes\/login\.tsx\?/)
const shell = portal.named(/^src\/routes\/_app\.tsx\?/)
const home = portal.named(/^src\/routes\/_app\/home\.tsx\?/)
/** It shows every component, to site admins only. */
const gallery = /\/example\.tsx\?/
const pages = portal.namesLike(/^src\/routes\/_app\/.+\.tsx\?/).filter((name) => !gallery.test(name))

holdBudget('Staff apps, Brotli', [
  row('Login', portal.bytes([...portalFirst, login]), 136_500),
  row('Home with the shell around it', portal.bytes([...portalFirst, shell, home]), 159_000),
  ...pages.map((page) => row(pageName(page), portal.bytes([page], [...portalFirst, shell]), 30_000)),
  row('Board', board.bytes(firstOf(board)), 122_000),
  // The other files of the typeface are fetched with the first character that needs them.
  row('The typeface of an English page', portal.fontBytes(/^inter-latin-wght.*\.woff2$/), 49_000),
  row('  with Vietnamese names, besides', portal.fontBytes(/^inter-vietnamese-.*\.woff2$/), 11_000),
  row('  with the other Latin alphabets, besides', portal.fontBytes(/^inter-latin-ext-.*\.woff2$/), 86_000),
])

function row(name: string, bytes: number, limit: number): BudgetRow {
  return { name, bytes, limit }
}

function pageName(entry: string): string {
  return `Page ${/_app\/(.+)\.tsx/.exec(entry)?.[1]}, beyond the shell`
}

/** What every page of an app loads first: its entry and the largest catalogue. */
function firstOf(app: typeof portal): [string, string] {
  const [largest] = app.catalogues()
  return ['index.html', largest]
}
