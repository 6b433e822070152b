/**
 * Fails when portal or board cost more than their budget before they can be used, in their largest language, or when a page or a part
 * that it fetches later says something that the catalogues loaded for it do not hold. Run after the build:
 *
 *   node infra/checks/staff-budget.ts
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BudgetRow, holdBudget, readBuiltApp } from './built-app.ts'

const portalFolder = join(import.meta.dirname, '../../apps/portal')
const portal = readBuiltApp('portal')
const board = readBuiltApp('board')
const [boardTexts] = board.catalogues()

const [loginTexts] = portal.catalogues('login')
const [shellTexts] = portal.catalogues('portal/shell')
const portalFirst = ['index.html', loginTexts]
const login = portal.named(/^src\/routes\/login\.tsx\?/)
const shell = portal.named(/^src\/routes\/_app\.tsx\?/)
const home = portal.named(/^src\/routes\/_app\/home\.tsx\?/)
const charts = portal.named(/^src\/features\/home\/charts\/charts\.tsx/)
/** It shows every component, to site admins only. */
const gallery = /\/example\.tsx\?/
const pages = portal.namesLike(/^src\/routes\/_app\/.+\.tsx\?/).filter((name) => !gallery.test(name))

holdBudget('Staff apps, Brotli', [
  row('Login', portal.bytes([...portalFirst, login]), 142_000),
  row('Home with the shell around it', portal.bytes([...portalFirst, shellTexts, shell, home]), 176_000),
  row('  its charts, after it', portal.bytes([charts], [...portalFirst, shell, home]), 40_000),
  ...pages.flatMap((page) => [
    row(pageName(page), portal.bytes([page], [...portalFirst, shell]), 31_000),
    row('  its texts', portal.bytes(textsOf(page).map((name) => portal.catalogues(name)[0])), 8_000),
  ]),
  row('Board', board.bytes(['index.html', boardTexts]), 128_000),
  // The other files of the typeface are fetched with the first character that needs them.
  row('The typeface of an English page', portal.fontBytes(/^inter-latin-wght.*\.woff2$/), 49_000),
  row('  with Vietnamese names, besides', portal.fontBytes(/^inter-vietnamese-.*\.woff2$/), 11_000),
  row('  with the other Latin alphabets, besides', portal.fontBytes(/^inter-latin-ext-.*\.woff2$/), 86_000),
])

checkTexts('The login', portal.read([...portalFirst, login]), ['login'])
checkTexts('Home', portal.read([...portalFirst, shell, home]), ['login', 'portal/shell'])
const later = laterTexts()
const isPage = /^src\/routes\/.+\?/
for (const page of portal.namesLike(isPage)) checkPage(page, ['login', 'portal/shell', ...textsOf(page)])

/** The catalogues that the route of a page names. */
function textsOf(page: string): string[] {
  const source = readFileSync(join(portalFolder, page.replace(/\?.*/, '')), 'utf8')
  return namesIn(/staticData: \{ texts: \[(.*?)\] \}/.exec(source)?.[1])
}

function namesIn(list = ''): string[] {
  return Array.from(list.matchAll(/'([\w-]+)'/g), ([, name]) => `portal/${name}`)
}

/** The catalogues that come with a part which is fetched later, by the source of that part. */
function laterTexts(): Map<string, string[]> {
  const folder = join(portalFolder, 'src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  return new Map(
    sources.flatMap((name) => {
      const calls = readFileSync(join(folder, name), 'utf8').matchAll(
        /laterPart\(import\('(.+?)'\), (.+?)\)/g,
      )
      return Array.from(
        calls,
        ([, part = '', texts]) => [join('src', dirname(name), part), namesIn(texts)] as const,
      )
    }),
  )
}

/** A page and each part that it may fetch later. */
function checkPage(entry: string, catalogues: readonly string[], seen = new Set<string>()): void {
  if (seen.has(entry) || entry.endsWith('.po')) return
  seen.add(entry)
  checkTexts(entry, portal.read([entry]), catalogues)
  for (const part of portal.laterPartsOf(entry).filter((name) => !isPage.test(name)))
    checkPage(part, [...catalogues, ...(later.get(part) ?? [])], seen)
}

/** Every text in these scripts has to be in one of these catalogues. Six small letters are an id of something else. */
function checkTexts(page: string, scripts: string, catalogues: readonly string[]): void {
  const held = portal.read(catalogues.flatMap((catalogue) => portal.catalogues(catalogue)[0]))
  const said = scripts.matchAll(/\bid:`(?![a-z]{6}`)([\w-]{6})`/g)
  const missing = new Set([...said].map(([, id = '']) => id).filter((id) => !held.includes(`"${id}":`)))
  if (missing.size === 0) return
  const lacked = `${[...missing].join(', ')}: see packages/i18n/src/portal-catalogues.ts.`
  console.error(`${page} may show texts that it has not loaded, ${lacked}`)
  process.exitCode = 1
}

function row(name: string, bytes: number, limit: number): BudgetRow {
  return { name, bytes, limit }
}

function pageName(entry: string): string {
  return `Page ${/_app\/(.+)\.tsx/.exec(entry)?.[1]}, beyond the shell`
}
