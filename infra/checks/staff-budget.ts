/**
 * Fails when portal or board load more than their budget until they are usable, in their largest
 * language. A budget has 5 % of slack, and is raised by 5 %. Run after the build:
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
const charts = portal.named(/^src\/features\/home\/charts\/charts\.tsx/)
/** It shows every component, to site admins only. */
const gallery = /\/example\.tsx\?/
const pages = portal.namesLike(/^src\/routes\/_app\/.+\.tsx\?/).filter((name) => !gallery.test(name))

holdBudget('Staff apps, Brotli', [
  row('Login', portal.bytes([...portalFirst, login]), 146_000),
  row('Home with the shell around it', portal.bytes([...portalFirst, shellTexts, shell, home]), 177_000),
  row('  its charts, after it', portal.bytes([charts], [...portalFirst, shell, home]), 27_000),
  row('The texts of all other pages', portal.bytes([pageTexts]), 34_000),
  row('The largest page, beyond the shell', Math.max(...pages.map(bytesBeyondShell)), 33_000),
  row('Board', board.bytes(['index.html', boardTexts]), 133_000),
  // The other files of the typeface load with the first character that needs them.
  row('The typeface of an English page', portal.fontBytes(/^inter-latin-wght.*\.woff2$/), 49_000),
  row('  with Vietnamese names, besides', portal.fontBytes(/^inter-vietnamese-.*\.woff2$/), 11_000),
  row('  with the other Latin alphabets, besides', portal.fontBytes(/^inter-latin-ext-.*\.woff2$/), 86_000),
])

function row(name: string, bytes: number, limit: number): BudgetRow {
  return { name, bytes, limit }
}

function bytesBeyondShell(page: string): number {
  return portal.bytes([page], [...portalFirst, shell])
}
