import { describe, expect, it } from 'vitest'
import { appOf, canonicalGuestPath } from './register-pages.ts'
import { writePage } from './write-page.ts'

describe('appOf', () => {
  it.each([
    ['/', 'portal'],
    ['/home', 'portal'],
    ['/login', 'portal'],
    ['/client_management', 'portal'],
    ['/board', 'board'],
    ['/board/', 'board'],
    ['/GATE', 'guest'],
    ['/gate/complete', 'guest'],
    ['/GATE/', 'guest'],
    ['/GATO', 'portal'],
    ['/GATES', 'portal'],
  ])('%s shows the %s', (path, app) => {
    expect(appOf(path)).toBe(app)
  })
})

it.each([
  ['/gate', '/GATE'],
  ['/GATE/', '/GATE'],
  ['/gAtE/complete//', '/GATE/complete'],
  ['/GATE/checkout', '/GATE/checkout'],
])('%s lives at %s', (path, canonical) => {
  expect(canonicalGuestPath(path)).toBe(canonical)
})

describe('writePage', () => {
  const app = {
    name: 'guest' as const,
    folder: '',
    html: '<!doctype html><html lang="en-AU" data-look="presence"><head><!--gatehouse:head--></head></html>',
    catalogues: { es: '/_/guest/assets/es.js' },
  }
  const config = {
    look: 'pulse' as const,
    language: 'es' as const,
    languages: ['en' as const, 'es' as const],
    demo: false,
    supportUrl: null,
    privacyUrl: null,
    version: '1',
  }
  it('sets language and look, preloads the one catalogue, and carries its data', () => {
    const page = writePage(app, { config, machineData: null })
    expect(page).toContain('<html lang="es" data-look="pulse">')
    expect(page).toContain('<link rel="modulepreload" href="/_/guest/assets/es.js" crossorigin>')
    expect(page).toContain(
      `<script type="application/json" id="runtime-config">${JSON.stringify(config)}</script>`,
    )
    expect(page).toContain('<script type="application/json" id="machine-data">null</script>')
  })
  it('leaves machine data out where it could not be read', () => {
    expect(writePage(app, { config })).not.toContain('machine-data')
  })
  it('lets no text of a venue end its element or slip into the page', () => {
    const page = writePage(app, { config: { ...config, version: '</script><script>alert(1)//$&$1' } })
    expect(page).not.toContain('<script>alert')
    const data = /id="runtime-config">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(data).version).toBe('</script><script>alert(1)//$&$1')
  })
})
