/**
 * Fails when portal or board cost more than their budget before they can be used, in their largest language, or when login, Home or
 * another page says something that the catalogues loaded for it do not hold. Run after the build:
 *
 *   node infra/checks/staff-budget.ts
 */
import { type BudgetRow, holdBudget, readBuiltApp } from './built-app.ts'

const portal = readBuiltApp('portal')
const board = readBuiltApp('board')
const [boardTexts] = board.catalogues()

const [loginTexts] = portal.catalogues('login')
const [shellTexts] = portal.catalogues('shell')
const [pageTexts] = portal.catalogues('portal')
const portalFirst = ['index.html', loginTexts]
const login = portal.named(/^src\/routes\/login\.tsx\?/)
const shell = portal.named(/^src\/routes\/_app\.tsx\?/)
const home = portal.named(/^src\/routes\/_app\/home\.tsx\?/)
/** It shows every component, to site admins only. */
const gallery = /\/example\.tsx\?/
const pages = portal.namesLike(/^src\/routes\/_app\/.+\.tsx\?/).filter((name) => !gallery.test(name))

holdBudget('Staff apps, Brotli', [
  row('Login', portal.bytes([...portalFirst, login]), 136_000),
  row('Home with the shell around it', portal.bytes([...portalFirst, shellTexts, shell, home]), 159_000),
  ...pages.map((page) => row(pageName(page), portal.bytes([page], [...portalFirst, shell]), 30_000)),
  row('The texts of all other pages', portal.bytes([pageTexts]), 20_000),
  row('Board', board.bytes(['index.html', boardTexts]), 121_000),
  // The other files of the typeface are fetched with the first character that needs them.
  row('The typeface of an English page', portal.fontBytes(/^inter-latin-wght.*\.woff2$/), 49_000),
  row('  with Vietnamese names, besides', portal.fontBytes(/^inter-vietnamese-.*\.woff2$/), 11_000),
  row('  with the other Latin alphabets, besides', portal.fontBytes(/^inter-latin-ext-.*\.woff2$/), 86_000),
])

checkTexts('The login', [...portalFirst, login], ['login'])
checkTexts('Home', [...portalFirst, shell, home], ['login', 'shell'])
checkTexts('A page', portal.namesLike(/./), ['login', 'shell', 'portal'])

/** Every text in the scripts of these entries has to be in one of these catalogues. Six small letters are an id of something else. */
function checkTexts(page: string, entries: readonly string[], catalogues: readonly string[]): void {
  const held = portal.read(catalogues.flatMap((catalogue) => portal.catalogues(catalogue)[0]))
  const said = portal.read(entries).matchAll(/\bid:`(?![a-z]{6}`)([\w-]{6})`/g)
  const missing = new Set([...said].map(([, id = '']) => id).filter((id) => !held.includes(`"${id}":`)))
  if (missing.size === 0) return
  const lacked = `${[...missing].join(', ')}: list the files in packages/i18n/lingui.config.ts.`
  console.error(`${page} may show texts that it has not loaded, ${lacked}`)
  process.exitCode = 1
}

function row(name: string, bytes: number, limit: number): BudgetRow {
  return { name, bytes, limit }
}

function pageName(entry: string): string {
  return `Page ${/_app\/(.+)\.tsx/.exec(entry)?.[1]}, beyond the shell`
}
