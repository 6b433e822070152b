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
import { type BudgetRow, holdBudget, kB, readBuiltApp } from './built-app.ts'

const app = readBuiltApp('guest')
const beforeHydration = app.named(/before-hydration\.js$/)
const phoneLibrary = app.named(/\/phone-numbers\.ts$/)
const [catalogue, ...otherCatalogues] = app.catalogues()

const first = app.filesOf([beforeHydration, 'index.html', catalogue])
const firstStyles = [...first].filter((file) => file.endsWith('.css'))
// Every screen is fetched once the form is shown, so a completed sign-in loads all of them, and one language.
const isKioskOnly = (name: string) => name.startsWith('_kiosk-')
const all = app
  .filesOf(app.namesLike(/./).filter((name) => !otherCatalogues.includes(name) && !isKioskOnly(name)))
  .union(first)
const kioskFiles = app.filesOf(app.namesLike(/./).filter(isKioskOnly)).difference(all)
const html = await pageBytes()

holdBudget(
  `Guest app, Brotli (${firstStyles.length} style sheets and ${first.size - firstStyles.length} scripts first)`,
  [
    row('JavaScript before hydration, one language', app.size(first, '.js'), 103_600),
    row('CSS before the first paint', app.size(first, '.css'), 4300),
    row('HTML with its data and the first step', html, 2800),
    row('Fonts', fontBytes(), 0),
    row('A completed sign-in, phone library and every screen', app.size(all) + html, 140_000),
    row('What a kiosk loads besides', app.size(kioskFiles), 7800),
  ],
)
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
    `<link rel="modulepreload" href="/_/guest/${app.fileOf(catalogue)}" crossorigin>`,
    element('runtime-config', config),
    element('machine-data', machineData),
  ].join('')
  const { renderFirstStep } = (await import(join(app.dist, '.server/render-first-step.js'))) as {
    renderFirstStep: (page: object) => { html: string; noScript: string }
  }
  const { html: firstStep, noScript } = renderFirstStep({
    methodKey: 'GATE',
    path: '/GATE',
    config,
    machineData,
  })
  let page = readFileSync(join(app.dist, 'index.html'), 'utf8')
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
