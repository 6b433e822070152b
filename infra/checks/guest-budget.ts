/**
 * Fails when the guest app costs a phone more than its budget. Run after the build:
 *
 *   node infra/checks/guest-budget.ts
 *
 * Sizes are what travels: the Brotli files of the build, and the page as the API packs it. kB are 1000 bytes.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface ManifestEntry {
  file: string
  isEntry?: boolean
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
type Manifest = Record<string, ManifestEntry>

const repository = join(import.meta.dirname, '../..')
const dist = join(repository, 'apps/guest/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

const entry = entryNamed('the entry', ([, { isEntry }]) => isEntry === true)
const beforeHydration = entryNamed('the script that runs before hydration', ([name]) =>
  name.endsWith('before-hydration.js'),
)
const phoneLibrary = entryNamed('the phone library', ([name]) => name.endsWith('/phone-numbers.ts'))
const catalogue = dearestCatalogue()

const first = filesOf([beforeHydration, entry, catalogue])
const firstStyles = [...first].filter((file) => file.endsWith('.css'))
// Every screen is fetched once the form is shown, so a completed sign-in loads all of them, and one language.
const otherCatalogues = new Set(catalogueNames().filter((name) => name !== catalogue))
const all = new Set([
  ...first,
  ...filesOf(Object.keys(manifest).filter((name) => !otherCatalogues.has(name))),
])
const html = await pageBytes()

const rows = [
  row('JavaScript before hydration, one language', sum(first, '.js'), 115_000),
  row('CSS before the first paint', sum(first, '.css'), 6000),
  row('HTML with its data and the first step', html, 6000),
  row('Fonts', fontBytes(), 0),
  row('A completed sign-in, phone library and every screen', sum(all) + html, 160_000),
]

console.log(
  `Guest app, Brotli (${firstStyles.length} style sheets and ${first.size - firstStyles.length} scripts first)`,
)
for (const { name, bytes, limit } of rows) {
  const mark = bytes > limit ? '  OVER' : ''
  console.log(`  ${name.padEnd(54)}${kB(bytes)} of ${kB(limit)}${mark}`)
}
console.log(
  `  of which the phone library, when a field is entered${kB(sum(filesOf([phoneLibrary]).difference(first))).padStart(12)}`,
)

const over = rows.filter(({ bytes, limit }) => bytes > limit)
for (const { name, bytes, limit } of over) {
  console.error(`Over its budget by ${bytes - limit} bytes: ${name}.`)
}
if (over.length > 0) process.exitCode = 1

function row(name: string, bytes: number, limit: number) {
  return { name, bytes, limit }
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
}

function entryNamed(what: string, is: (pair: [string, ManifestEntry]) => boolean): string {
  const found = Object.entries(manifest).find(is)
  if (!found) throw new Error(`The build of the guest app lacks ${what}: run \`pnpm build\` first.`)
  return found[0]
}

function catalogueNames(): string[] {
  return Object.keys(manifest).filter((name) => /catalogues\/guest\/[\w-]+\.po$/.test(name))
}

function dearestCatalogue(): string {
  const names = catalogueNames().sort((one, other) => catalogueBytes(other) - catalogueBytes(one))
  const [dearest] = names
  if (dearest === undefined) throw new Error('The build of the guest app lacks its catalogues.')
  return dearest
}

function catalogueBytes(name: string): number {
  return fileBytes(manifest[name]?.file ?? '')
}

/** The files that a browser fetches for these entries and their static imports. */
function filesOf(names: readonly string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>()
  for (const name of names) {
    const found = manifest[name]
    if (!found || seen.has(name)) continue
    seen.add(name)
    files.add(found.file)
    for (const file of [...(found.css ?? []), ...filesOf(found.imports ?? [], seen)]) files.add(file)
  }
  return files
}

function sum(files: Iterable<string>, ending = ''): number {
  return [...files]
    .filter((file) => file.endsWith(ending))
    .reduce((total, file) => total + fileBytes(file), 0)
}

function fileBytes(file: string): number {
  return readFileSync(join(dist, `${file}.br`)).length
}

function fontBytes(): number {
  const fonts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:woff2?|ttf|otf)$/.test(name),
  )
  return fonts.reduce((total, name) => total + readFileSync(join(dist, name)).length, 0)
}

/** The page for a method with roles and questions, as the API writes and compresses it. */
async function pageBytes(): Promise<number> {
  const option = (id: number, desc: string) => ({
    id: `01990c7e-58a1-7f3c-9d2e-0000000000${id}`,
    desc,
    action: 'pass',
  })
  const machineData = {
    id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
    siteName: 'Harbour Offices, Level 12 Reception',
    useTemperature: true,
    draft: randomBytes(59).toString('base64url'),
    usersHaveRoles: true,
    questionsByUser: false,
    roles: ['Visitor', 'Contractor', 'Delivery'].map((name, at) => ({
      id: `01990c7e-58a1-7f3c-9d2e-1000000000${at}`,
      name,
    })),
    questions: Array.from({ length: 6 }, (_, at) => ({
      id: `01990c7e-58a1-7f3c-9d2e-20000000000${at}`,
      questionText: `Question ${at}: have you read and understood the safety rules of this part of the site?`,
      type: 'select',
      answers: [
        option(at * 3, 'Yes, all of them'),
        option(at * 3 + 1, 'Only some'),
        option(at * 3 + 2, 'I need help'),
      ],
    })),
    successMessage:
      'Welcome.\n\nPlease wear your badge where it can be seen, and stay with your host at all times.',
    kiosk: false,
    config: { region: 'AU', look: 'presence', languages: ['en-au', 'en', 'es'] },
  }
  const config = {
    look: 'presence',
    language: 'en-au',
    languages: ['en-au', 'en', 'es'],
    demo: false,
    supportUrl: 'https://gatehouse.example/support',
    privacyUrl: 'https://gatehouse.example/privacy',
    version: '1.0.0',
    venue: { timeZone: 'Australia/Sydney', contactRetentionDays: 28 },
  }
  const element = (id: string, data: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`
  const head = [
    `<link rel="modulepreload" href="/_/guest/${manifest[catalogue]?.file}" crossorigin>`,
    element('runtime-config', config),
    element('machine-data', machineData),
  ].join('')
  const { renderFirstStep } = (await import(join(dist, '.server/render-first-step.js'))) as {
    renderFirstStep: (page: object) => { html: string; noScript: string }
  }
  const { html: firstStep, noScript } = renderFirstStep({
    methodKey: 'GATE',
    path: '/GATE',
    config,
    machineData,
  })
  let page = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const [mark, filling] of [
    ['<!--gatehouse:head-->', head],
    ['<!--gatehouse:page-->', firstStep],
    ['<!--gatehouse:no-script-->', noScript],
  ] as const) {
    if (!page.includes(mark)) throw new Error(`The page lacks its mark ${mark}.`)
    page = page.replace(mark, () => filling)
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(page, { params }).length
}
