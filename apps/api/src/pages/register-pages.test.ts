import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import cookie from '@fastify/cookie'
import { isMethodKey } from '@gatehouse/validation/method-key'
import type { LookName } from '@gatehouse/validation/vocabulary'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import Fastify from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { type AppName, type BuiltApp, policyOf } from './built-app.ts'
import { appOf, canonicalPath, type PageDeps, registerPages } from './register-pages.ts'
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
    ['/GATO', 'guest'],
    ['/g4t0/complete', 'guest'],
    ['/GA', 'guest'],
    ['/GATES', 'guest'],
    ['/gatex', 'guest'],
    ['//GATE', 'guest'],
    ['/%47ATE', 'guest'],
    ['/GATE%', 'guest'],
    ['/sites', 'guest'],
    ['/login/elsewhere', 'portal'],
    ['/%6Cogin', 'portal'],
    ['//login', 'portal'],
    ['/GATE5', 'guest'],
    ['/GATE%20', 'guest'],
    ['/%20GATE', 'guest'],
    ['/+GATE', 'guest'],
    ['/%20', 'guest'],
    ['/gate./complete', 'guest'],
    ['/GATE-', 'guest'],
    ['/GATE%C2%A0', 'guest'],
    ['/HOME', 'portal'],
    ['/Home/', 'portal'],
    ['/Board', 'board'],
    ['/BOARD/x', 'board'],
    ['/nowhere', 'portal'],
    ['/does-not-exist/at/all', 'portal'],
    ['/gatehouse', 'portal'],
    ['/GATEHOUSE', 'guest'],
    ['/GATEhouse', 'guest'],
    ['/GATEGATE', 'guest'],
    ['/gategate', 'guest'],
    ['/GATE555', 'guest'],
    ['/gate-2026/complete', 'guest'],
    ['/home2', 'guest'],
    ['/GATE.html', 'guest'],
    ['/_/portal/assets/lost.js', 'guest'],
  ])('%s shows the %s', (path, app) => {
    expect(appOf(path)).toBe(app)
  })
})

it.each([
  ['/gate', '/GATE'],
  ['/GATE/', '/GATE'],
  ['//GATE', '/GATE'],
  ['/%47ATE', '/GATE'],
  ['/g%41te/questions', '/GATE/questions'],
  ['/gAtE/complete//', '/GATE/complete'],
  ['/GATE/checkout', '/GATE/checkout'],
  ['/', '/'],
  ['//', '/'],
  ['//Elsewhere', '/elsewhere'],
  ['//evil.example', '/evil.example'],
  ['/\\evil.example', '/\\evil.example'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/Verify_Email/Abc', '/verify_email/Abc'],
  ['/%4Cogin', '/login'],
  ['/GATE%20', '/GATE'],
  ['/GATE%', '/GATE%'],
  ['/gate.', '/GATE'],
  ['/GATE)', '/GATE'],
  ['/GATE%3E.', '/GATE'],
  ['/GATE%E2%80%9D.', '/GATE'],
  ['/GATE%C2%A0', '/GATE'],
  ['/GATE./complete', '/GATE./complete'],
  ['/home.', '/home'],
  ['/GATE.html', '/GATE.html'],
  ['/\u017fATE', '/\u017fATE'],
])('%s lives at %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
  expect(canonicalPath(canonical)).toBe(canonical)
})

/** The first parts of the paths of an app, from its generated routes. */
async function pagesOf(app: AppName): Promise<string[]> {
  const tree = await readFile(join(import.meta.dirname, `../../../${app}/src/routeTree.gen.ts`), 'utf8')
  const [, paths = ''] = /fullPaths:([^]*?)\n {2}fileRoutesByTo/.exec(tree) ?? []
  const firsts = [...paths.matchAll(/'\/([^'/]*)/g)].map(([, first = '']) => first)
  return [...new Set(firsts.filter((first) => first !== '' && !first.startsWith('$')))]
}

describe.each(['portal', 'board'] as const)('the pages of the %s', async (app) => {
  it.each(await pagesOf(app))('/%s cannot be a method key and is found in any case', (page) => {
    const shouted = page.toUpperCase()
    expect(isMethodKey(shouted)).toBe(false)
    expect([appOf(`/${shouted}`), appOf(`/${page}`)]).toEqual([app, app])
    expect(canonicalPath(`/${shouted}`)).toBe(`/${page}`)
    expect(canonicalPath(`/${page}`)).toBe(`/${page}`)
  })
})

describe('writePage', () => {
  const app = {
    name: 'guest' as const,
    folder: '',
    html:
      '<!doctype html><html lang="en-AU" data-look="presence"><head><title>Gatehouse</title><!--gatehouse:head--></head>' +
      '<noscript><!--gatehouse:no-script--></noscript><div id="app"><!--gatehouse:page--></div></html>',
    catalogues: { es: '/_/guest/assets/es.js' },
    laterStyles: ['/_/guest/assets/later.css'],
  }
  const config = {
    look: 'pulse' as const,
    language: 'es' as const,
    languages: ['en' as const, 'es' as const],
    demo: false,
    sendsMail: true,
    publicUrl: 'https://gatehouse.example',
    supportUrl: null,
    privacyUrl: null,
    version: '1',
  }
  it('sets language and look, preloads one catalogue, and contains its data', () => {
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
  it('contains the first step and the venue’s title', () => {
    const firstStep = {
      title: 'Guest Sign In – Salt & <Pepper>',
      html: '<form>$&$1</form>',
      noScript: '<p>No $& script</p>',
    }
    const page = writePage(app, { config, machineData: null, firstStep })
    expect(page).toContain('<div id="app"><form>$&$1</form></div>')
    expect(page).toContain('<noscript><p>No $& script</p></noscript>')
    expect(page).toContain('<title>Guest Sign In – Salt &amp; &lt;Pepper></title>')
    expect(writePage(app, { config })).toContain('<title>Gatehouse</title>')
    expect(writePage(app, { config })).toContain('<div id="app"></div>')
  })
  it('lets no text of a venue end its element or slip into the page', () => {
    const page = writePage(app, { config: { ...config, version: '</script><script>alert(1)//$&$1' } })
    expect(page).not.toContain('<script>alert')
    // A browser ends the element at the first end tag.
    const [data = ''] = page.split('id="runtime-config">')[1]?.split('</script') ?? []
    expect(JSON.parse(data).version).toBe('</script><script>alert(1)//$&$1')
  })
})

const machine = (kiosk: boolean, siteName = 'Gallery') =>
  ({ kiosk, siteName, config: { look: 'pulse' } }) as MachineData
const venue = { timeZone: 'Australia/Perth', contactRetentionDays: 14, picture: null }
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const brand = { name: 'Harbour Venues', logo: null }
const html = '<html><head><!--gatehouse:head--></head><div id="app"><!--gatehouse:page--></div></html>'
const built = (name: BuiltApp['name']): BuiltApp => ({
  name,
  folder: import.meta.dirname,
  html,
  catalogues: {},
  laterStyles: ['/later.css'],
})

async function servePages(deps: Partial<PageDeps> = {}, renderFirstStep?: BuiltApp['renderFirstStep']) {
  const server = Fastify()
  await server.register(cookie)
  server.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send(),
  )
  await registerPages(server, {
    apps: {
      portal: built('portal'),
      board: built('board'),
      guest: { ...built('guest'), ...(renderFirstStep && { renderFirstStep }) },
    },
    installation: {
      demo: false,
      sendsMail: true,
      publicUrl: 'https://gatehouse.example',
      supportUrl: null,
      privacyUrl: null,
      version: '1',
    },
    looksByHost: new Map(),
    isEmpty: () => Promise.resolve(false),
    hasSession: () => false,
    findClientOfHost: () => Promise.resolve(undefined),
    findImage: () => Promise.resolve(null),
    methodPage: async (_, key, language) => ({
      machineData: machine(key === 'DESK', language),
      venue,
      brand,
      colours: null,
    }),
    ...deps,
  })
  return (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })
}

test.each([
  ['/login', () => Promise.resolve(true), true],
  ['/login', () => Promise.resolve(false), undefined],
  ['/login', () => Promise.reject(new Error('The database is away.')), undefined],
  ['/board', () => Promise.resolve(true), undefined],
])('the page %s says whether nobody has an account yet', async (path, isEmpty, said) => {
  const get = await servePages({ isEmpty })
  const { body } = await get(path)
  const [, config = ''] = /id="runtime-config"[^>]*>([^<]*)</.exec(body) ?? []
  expect(JSON.parse(config)['isEmpty']).toBe(said)
})

describe('the host of a client', () => {
  const found = {
    brand: { name: 'Harbour Venues', logo: 'logos/a/b' },
    accent: '#7a1f3d',
    look: 'pulse',
  } as const
  const get = async (host: string, looks = new Map<string, LookName>()) => {
    const findClientOfHost = async (name: string) => (name === 'signin.harbour.example' ? found : undefined)
    const response = await (await servePages({ findClientOfHost, looksByHost: looks }))('/login', { host })
    const [, config = ''] = /id="runtime-config"[^>]*>([^<]*)</.exec(response.body) ?? []
    return { ...response, config: JSON.parse(config) as RuntimeConfig }
  }

  it.each(['signin.harbour.example', 'SIGNIN.Harbour.example:443'])('%s shows its face', async (host) => {
    const { body, config, headers } = await get(host)
    expect(config).toMatchObject({ brand: found.brand, look: 'pulse' })
    const [, style = ''] = /<style>([^<]*--accent:#7a1f3d[^<]*)<\/style>/.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(hashOf(style))
  })

  it('has the look that is set for the host', async () => {
    const looks = new Map<string, LookName>([['signin.harbour.example', 'batbooth']])
    expect((await get('signin.harbour.example', looks)).config.look).toBe('batbooth')
  })

  it('is no other host', async () => {
    const { body, config } = await get('gate.example')
    expect(config).not.toHaveProperty('brand')
    expect(body).not.toContain('<style>')
  })

  it('shows a page without its face while the database is away', async () => {
    const findClientOfHost = () => Promise.reject(new Error('The database is away.'))
    expect((await (await servePages({ findClientOfHost }))('/login')).statusCode).toBe(200)
  })
})

describe('the shell of the portal', () => {
  const files = { scripts: ['/_/portal/assets/shell.js'], styles: ['/_/portal/assets/shell.css'] }
  const portal = { ...built('portal'), html, pageFiles: () => files }
  const apps = { portal, board: built('board'), guest: built('guest') }
  const isDrawn = ({ body }: { body: string }) =>
    ['data-boot', ...files.scripts, ...files.styles].map((part) => body.includes(part))

  it.each(['/home', '/user_management?search=a', '/settings/bans'])(
    'is drawn in %s before its script',
    async (url) => {
      const get = await servePages({ apps, hasSession: () => true })
      expect(isDrawn(await get(url))).toEqual([true, true, true])
    },
  )
  it.each(['/', '/login', '/reset_password?token=a', '/invitation', '/widgetview', '/board'])(
    'is not drawn in %s',
    async (url) => {
      const get = await servePages({ apps, hasSession: () => true })
      expect(isDrawn(await get(url))).toEqual([false, false, false])
    },
  )
  it('is not drawn for a browser without a session', async () => {
    const get = await servePages({ apps })
    expect(isDrawn(await get('/home'))).toEqual([false, false, false])
  })
  it('has the name of the client of the host, as text', async () => {
    const own = { name: '<b>Harbour</b>', logo: null }
    const findClientOfHost = async () => ({ brand: own, accent: null, look: 'pulse' as const })
    const get = await servePages({ apps, hasSession: () => true, findClientOfHost })
    expect((await get('/home')).body).toMatch(/icons\/pulse.svg"[^>]*>&lt;b>Harbour&lt;\/b>/)
  })
})

describe('guest pages', () => {
  const writer: BuiltApp['renderFirstStep'] = ({ methodKey, path, config, machineData }) => {
    const { language, look, venue: site } = config
    const screen = machineData
      ? path === `/${methodKey}`
        ? `<form>${methodKey} ${language} ${look} ${site?.timeZone}</form>`
        : `<p>waiting at ${path} of ${machineData.siteName}</p>`
      : `<p>${machineData === null ? 'unavailable' : 'unreachable'} ${language}</p>`
    return { title: machineData?.siteName ?? 'Unavailable', html: screen, noScript: '<p>no script</p>' }
  }

  it('contain their first step and the time zone and retention of the venue', async () => {
    const get = await servePages({}, writer)
    const { body, statusCode } = await get('/GATE', { 'accept-language': 'es' })
    expect(statusCode).toBe(200)
    expect(body).toContain('<form>GATE es pulse Australia/Perth</form>')
    expect(body).toContain(JSON.stringify(venue))
  })

  it.each([
    ['/HOME', '/home'],
    ['/Login?from=%2Fhome', '/login?from=%2Fhome'],
    ['/Board?site=1', '/board?site=1'],
    ['/RESET_PASSWORD?token=Abc', '/reset_password?token=Abc'],
    ['/First-Admin?token=Abc', '/first-admin?token=Abc'],
  ])('are not reached by %s in any case of its letters', async (url, location) => {
    const get = await servePages({}, writer)
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers.location]).toEqual([308, location])
    const page = await get(location)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('machine-data')
  })

  it.each(['/GATE/questions', '/GATE/complete', '/GATE/elsewhere'])(
    'leave the step at %s to the script, but not the venue',
    async (path) => {
      const { body } = await (await servePages({}, writer))(path)
      expect(body).not.toContain('<form>')
      expect(body).toContain(`<p>waiting at ${path} of en-au</p>`)
      expect(body).not.toContain('later.css')
    },
  )

  it('use the language that was chosen, except on a kiosk', async () => {
    const get = await servePages({}, writer)
    const headers = { 'accept-language': 'en-AU', cookie: 'gatehouse-language=es' }
    expect((await get('/GATE', headers)).body).toContain('<form>GATE es ')
    const shared = (await get('/DESK', headers)).body
    expect(shared).toContain('<form>DESK en-au ')
    expect(shared).toContain('"siteName":"en-au"')
  })

  it('say at once that a key leads nowhere, in the page’s language and with the styles of that screen', async () => {
    const methodPage = async () => {
      throw new AppError('not_found')
    }
    const get = await servePages({ methodPage }, writer)
    for (const path of ['/GATE', '/GATE/questions', '/GATE/invalid', '/G0T1']) {
      const { body, statusCode } = await get(path, { 'accept-language': 'es' })
      expect(statusCode).toBe(404)
      expect(body).toContain('<p>unavailable es</p>')
      expect(body).toContain('<link rel="stylesheet" href="/later.css" crossorigin>')
    }
    expect((await (await servePages({}, writer))('/GATE')).body).not.toContain('later.css')
  })

  it('have the styles of the evacuation screen in an evacuation, and not in a drill', async () => {
    const page = async (drill: boolean) => {
      const machineData = { ...machine(false), muster: { drill, points: [] } }
      const methodPage = async () => ({ machineData, venue, brand, colours: null })
      return (await (await servePages({ methodPage }, writer))('/GATE')).body
    }
    expect(await page(false)).toContain('<link rel="stylesheet" href="/later.css" crossorigin>')
    expect(await page(true)).not.toContain('later.css')
  })

  it.each(['/GATEE', '/gatex', '/GATE%25', '/sitez', '/poster.png', '/_/lost.js'])(
    'say at %s that nobody can sign in there',
    async (path) => {
      const get = await servePages({}, writer)
      const { body, statusCode } = await get(path, { accept: 'text/html,*/*;q=0.8' })
      expect(statusCode).toBe(404)
      expect(body).toContain('<p>unavailable en-au</p>')
    },
  )

  it('are not sent where a picture or a script is asked for', async () => {
    const get = await servePages({}, writer)
    for (const path of ['/poster.png', '/_/lost.js'])
      expect((await get(path, { accept: '*/*' })).body).toBe('')
  })

  it('lack their first step where it cannot be rendered', async () => {
    const get = await servePages({}, () => {
      throw new Error('broken')
    })
    const { body, statusCode } = await get('/GATE')
    expect(statusCode).toBe(200)
    expect(body).toContain('<div id="app"></div>')
    expect(body).toContain('id="machine-data"')
  })

  it.each([
    [new AppError('not_found'), 404, undefined, true],
    [new AppError('too_many_requests', { retryAfterSeconds: 3 }), 429, '3', false],
    [new Error('no database'), 503, '2', false],
  ])(
    '%s: the page comes with its status and without a form',
    async (error, status, retryAfter, isKnownToBeNone) => {
      const methodPage = async () => {
        throw error
      }
      const get = await servePages({ methodPage }, writer)
      const { body, statusCode, headers } = await get('/GATE')
      expect(statusCode).toBe(status)
      expect(headers['retry-after']).toBe(retryAfter)
      expect(body).toContain(isKnownToBeNone ? '<p>unavailable en-au</p>' : '<p>unreachable en-au</p>')
      expect(body.includes('id="machine-data">null<')).toBe(isKnownToBeNone)
    },
  )
})

describe('styles and a script in the page itself', () => {
  const styles = 'p{color:red}'
  const script = 'let one = 1'
  const data = '<script type="application/json" id="machine-data">null</script>'
  it('are allowed by their hashes, and nothing else is', () => {
    const policy = policyOf(
      `<style>${styles}</style><script>${script}</script>${data}<script src="/a.js"></script>`,
    )
    const directives = policy?.split(';')
    expect(directives).toContain(`script-src 'self' ${hashOf(script)}`)
    expect(directives).toContain(`style-src 'self' ${hashOf(styles)}`)
    expect(directives).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('leave the policy of a page without them as it is', () => {
    expect(
      policyOf(`${data}<script src="/a.js"></script><link rel="stylesheet" href="/a.css">`),
    ).toBeUndefined()
  })

  it('are in the pages of guests, and no text of a venue becomes one of them', async () => {
    const page = html.replace('</head>', `<style>${styles}</style></head>`)
    const guest = { ...built('guest'), html: page, policy: policyOf(page) }
    const methodPage = async () => ({
      machineData: machine(false, `<script>${script}</script>`),
      venue,
      brand,
      colours: null,
    })
    const apps = { portal: built('portal'), board: built('board'), guest }
    const get = await servePages({ apps, methodPage })
    const { headers, body } = await get('/GATE')
    expect(body).not.toContain(`<script>${script}`)
    expect(headers['content-security-policy']).toContain(`style-src 'self' ${hashOf(styles)}`)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect((await get('/home')).headers['content-security-policy']).toBeUndefined()
  })
})

describe('a help desk', () => {
  const helpWidgetUrl = 'https://help.example.org/widget.js?venue=1'
  const pages = ['/home', '/login', '/board', '/GATE']
  const sentPolicy = ({ headers }: { headers: Record<string, unknown> }) => headers['content-security-policy']

  it('is named, and allowed by its origin, in pages of the portal only', async () => {
    const get = await servePages({ helpWidgetUrl })
    for (const page of pages) {
      const response = await get(page)
      const isPortal = page === '/home' || page === '/login'
      expect(response.body.includes('help.example.org'), page).toBe(isPortal)
      if (!isPortal) expect(sentPolicy(response), page).toBeUndefined()
      else expect(sentPolicy(response)).toContain("script-src 'self' https://help.example.org;")
    }
  })

  it('is nowhere where none is configured', async () => {
    const get = await servePages()
    for (const page of pages) {
      const response = await get(page)
      expect(response.body).not.toContain('helpWidgetUrl')
      expect(sentPolicy(response)).toBeUndefined()
    }
  })
})
