/**
 * Fails when the guest app exceeds its budget on a phone, which has 5 % of slack. Run after the
 * build:
 *
 *   node infra/checks/guest-budget.ts
 *
 * Sizes are those on the wire: the Brotli files of the build, and the page as the API compresses
 * it. kB are 1000 bytes.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { readBuiltApp as readPageOf } from '../../apps/api/src/pages/built-app.ts'
import { type PageData, writePage } from '../../apps/api/src/pages/write-page.ts'
import { type BudgetRow, holdBudget, kB, readBuiltApp } from './built-app.ts'

const app = readBuiltApp('guest')
const phoneLibrary = app.named(/\/phone-numbers\.ts$/)
const [catalogue, ...otherCatalogues] = app.catalogues()

const first = app.filesOf(['index.html', catalogue])
// Every screen loads once the form is shown, so a completed sign-in loads all of them, and one
// language.
const isKioskOnly = (name: string) => name.startsWith('_kiosk-')
const isMusterOnly = (name: string) => /muster-notice|evacuation|catalogues\/guest-muster\//.test(name)
// Only where the method asks who the visitor is visiting.
const isOfHosts = (name: string) => /^_hosts-|\/host-(?:answer|field)\.tsx$/.test(name)
const isForAll = (name: string) =>
  !otherCatalogues.includes(name) && !isKioskOnly(name) && !isMusterOnly(name) && !isOfHosts(name)
const all = app.filesOf(app.namesLike(/./).filter(isForAll)).union(first)
const hostFiles = app.filesOf(app.namesLike(/./).filter(isOfHosts)).difference(all)
const kioskFiles = app.filesOf(app.namesLike(/./).filter(isKioskOnly)).difference(all)
const html = await pageBytes()

holdBudget(`Guest app, Brotli (the page and ${first.size} files first)`, [
  row('The page: data, first step, first styles and script', html, 8600),
  row('JavaScript before hydration, one language', app.size(first, '.js'), 108_000),
  row('Both, and further styles before the form works', app.size(first) + html, 116_000),
  row('Fonts', fontBytes(), 0),
  row('A completed sign-in, phone library and every screen', app.size(all) + html, 151_000),
  row('What a kiosk loads besides', app.size(kioskFiles), 9800),
  row('What a method that asks for a host loads besides', app.size(hostFiles), 2000),
])
const phoneBytes = app.size(app.filesOf([phoneLibrary]).difference(first))
console.log(`  of which the phone library, when a field is entered${kB(phoneBytes).padStart(12)}`)

function row(name: string, bytes: number, limit: number): BudgetRow {
  return { name, bytes, limit }
}

function fontBytes(): number {
  const fonts = readdirSync(app.dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:woff2?|ttf|otf)$/.test(name),
  )
  return fonts.reduce((total, name) => total + readFileSync(join(app.dist, name)).length, 0)
}

/** The page for a method with roles and questions, as the API writes and compresses it. */
async function pageBytes(): Promise<number> {
  const option = (id: number, desc: string) => ({
    id: `01990c7e-58a1-7f3c-9d2e-0000000000${id}`,
    desc,
    action: 'pass' as const,
  })
  const machineData = {
    id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
    siteName: 'Harbour Offices, Level 12 Reception',
    useTemperature: true,
    draft: randomBytes(47).toString('base64url'),
    usersHaveRoles: true,
    questionsByUser: false,
    roles: ['Visitor', 'Contractor', 'Delivery'].map((name, at) => ({
      id: `01990c7e-58a1-7f3c-9d2e-1000000000${at}`,
      name,
    })),
    questions: Array.from({ length: 6 }, (_, at) => ({
      id: `01990c7e-58a1-7f3c-9d2e-20000000000${at}`,
      questionText: `Question ${at}: have you read and understood the safety rules of this part of the site?`,
      type: 'select' as const,
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
  } satisfies PageData['machineData']
  const config = {
    look: 'presence',
    language: 'es',
    languages: ['en-au', 'en', 'es'],
    demo: false,
    sendsMail: true,
    publicUrl: 'https://gatehouse.example',
    supportUrl: 'https://gatehouse.example/support',
    privacyUrl: 'https://gatehouse.example/privacy',
    version: '1.0.0',
    venue: { timeZone: 'Australia/Sydney', contactRetentionDays: 28, picture: null },
  } satisfies PageData['config']
  const built = await readPageOf(join(app.dist, '../..'), 'guest')
  const firstStep = built.renderFirstStep?.({ methodKey: 'GATE', path: '/GATE', config, machineData })
  if (!firstStep) throw new Error('The build cannot render the first step.')
  const page = writePage(built, { config, machineData, firstStep })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(page, { params }).length
}
