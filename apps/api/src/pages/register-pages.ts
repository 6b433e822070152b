import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { chooseLanguage, parseAcceptLanguage } from '@gatehouse/i18n/choose-language'
import { coloursOfAccent, imagePrefix } from '@gatehouse/validation/brand'
import type { MethodColours } from '@gatehouse/validation/colours'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { Brand, RuntimeConfig, Venue } from '@gatehouse/validation/runtime-config'
import { type Language, languages, type LookName } from '@gatehouse/validation/vocabulary'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, RETRY_SECONDS } from '../lib/app-error.ts'
import { pagePolicyWith, portalPermissions, widgetPagePolicy } from '../lib/page-policy.ts'
import { isPageWanted } from '../lib/page-wanted.ts'
import { type AppName, assetPrefix, type BuiltApp } from './built-app.ts'
import { allowStyle, styleOfColours, drawShell, type PageData, writePage } from './write-page.ts'
import { parseRequestTarget } from './request-target.ts'
import { retiredWorker } from './retired-worker.ts'

export interface PageDeps {
  apps: Record<AppName, BuiltApp>
  /** Whether no account exists yet. */
  isEmpty: () => Promise<boolean>
  /** The installation's properties on every page. Look and language depend on the request. */
  installation: Pick<
    RuntimeConfig,
    'demo' | 'sendsMail' | 'publicUrl' | 'supportUrl' | 'privacyUrl' | 'version'
  >
  looksByHost: ReadonlyMap<string, LookName>
  /** See `RuntimeConfig`. */
  helpWidgetUrl?: string | undefined
  /** Reads a sign-in method and its site for a guest page. @throws AppError as the endpoint does */
  methodPage(
    request: FastifyRequest,
    key: string,
    language: Language,
  ): Promise<{ machineData: MachineData; venue: Venue; brand: Brand; colours: MethodColours | null }>
  /** Whether the browser has a session, valid or not. */
  hasSession(request: FastifyRequest): boolean
  /** The client whose pages have this host; undefined where the host belongs to no client. */
  findClientOfHost(host: string): Promise<ClientOfHost | undefined>
  /** A public image, by the path after `imagePrefix`; null for a missing one. */
  findImage(file: string): Promise<Uint8Array | null>
}

export interface ClientOfHost {
  brand: Brand
  accent: string | null
  look: LookName
}

/** The public images, by their type: logos of clients and pictures of sites. */
const imageFiles: Record<string, RegExp> = {
  'image/png': /^logos\/[\da-f-]{36}\/[\da-f]{24}-\d{2,3}\.png$/,
  'image/webp': /^pictures\/[\da-f-]{36}\/[\da-f]{24}\.webp$/,
}

const compress = promisify(brotliCompress)
/** The name of a built file contains a hash of its content, so it never changes. */
const forever = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'
const KEY_LENGTH = 4
const LANGUAGE_COOKIE = 'gatehouse-language'

/** The first parts of the portal's paths. A test compares them with its routes. */
const portalPages: ReadonlySet<string> = new Set([
  'access_log',
  'checked_in_users',
  'client_management',
  'example',
  'first-admin',
  'home',
  'invitation',
  'login',
  'machine_management',
  'machine_posters',
  'my_visitors',
  'notification_management',
  'qr_test',
  'question_management',
  'reports',
  'reset_password',
  'settings',
  'site_management',
  'user_management',
  'verify_email',
  'widgetview',
])

/** The portal's pages for people who are not logged in, and one that is embedded in others. */
const pagesWithoutShell: ReadonlySet<string> = new Set([
  '',
  'first-admin',
  'invitation',
  'login',
  'reset_password',
  'verify_email',
  'widgetview',
])

const isInShell = (path: string): boolean => !pagesWithoutShell.has(firstPartOf(path).toLowerCase())

/**
 * The app of a path. What is neither a page of the board or the portal nor one word is most likely
 * a mistyped key: the guest app gets it, because a login would not help a visitor. Every other path
 * is the portal's, which leads to its start (specification, section 2).
 */
export function appOf(path: string): AppName {
  const typed = firstPartOf(path)
  const page = typed.toLowerCase()
  if (page === 'board') return 'board'
  return page === '' || portalPages.has(page) || !isLikeKey(typed) ? 'portal' : 'guest'
}

const MISTYPED_KEY_LENGTH = 6

/**
 * Whether this may be a mistyped key: something short, with characters that no word has, or a key
 * with something after it: in upper case as printed, or twice the same.
 */
function isLikeKey(typed: string): boolean {
  return (
    typed.length <= MISTYPED_KEY_LENGTH || /[^a-z_-]/i.test(typed) || /^([A-Z]{4}|([a-z]{4})\2$)/.test(typed)
  )
}

/**
 * Removes doubled slashes. Puts the first part, which names the page, in lower case, or a key in
 * upper case, and drops a slash or punctuation after a key.
 */
export function canonicalPath(path: string): string {
  const single = path.replace(/\/{2,}/g, '/')
  const [, first = ''] = single.split('/')
  const name = firstPartOf(single)
  const rest = single.slice(first.length + 1)
  if (appOf(single) !== 'guest') return `/${name.toLowerCase()}${rest}`
  const part = /^[a-z0-9]{4}$/i.test(name) ? name.toUpperCase() : first
  return `/${part}${rest.replace(/\/$/, '')}`
}

/**
 * The first part of a path, unescaped. A key loses what follows it from the sentence around a link:
 * email and chat programs include the full stop or the bracket in the link.
 */
function firstPartOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/')
  const part = decoded(first)
  return rest.length > 0 ? part : part.replace(/^([a-zA-Z0-9]{4})[\s.,;:!?…'"»”’)\]}>]+$/u, '$1')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Serves the built front ends: their files, cached for ever, and each page with its data. */
export async function registerPages(app: FastifyInstance, deps: PageDeps): Promise<void> {
  for (const { name, folder } of Object.values(deps.apps)) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix: assetPrefix(name),
      decorateReply: false,
      index: false,
      preCompressed: true,
      allowedPath: (path) => !path.endsWith('.html') && !path.includes('/.'),
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes('/icons/') ? aDay : forever),
    })
  }
  for (const path of ['/sw.js', '/service-worker.js']) {
    app.get(path, (_, reply) =>
      reply.type('text/javascript').header('cache-control', 'no-store').send(retiredWorker),
    )
  }
  app.get<{ Params: { '*': string } }>(`${imagePrefix}*`, async (request, reply) => {
    const file = request.params['*']
    const [type] = Object.entries(imageFiles).find(([, files]) => files.test(file)) ?? []
    const bytes = type === undefined ? null : await deps.findImage(file)
    if (type === undefined || bytes === null) throw new AppError('not_found')
    // Each upload has a name of its own.
    return reply.type(type).header('cache-control', forever).send(Buffer.from(bytes))
  })
  app.get('/favicon.ico', (_, reply) => reply.redirect(`${assetPrefix('portal')}icons/presence.svg`, 302))
  app.get('/robots.txt', (_, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'))
  app.get('/*', (request, reply) => handlePageRequest(deps, request, reply))
}

/** What monitoring often asks for. A page with status 200 would look healthy. */
const probedPath = /^\/(metrics|status|health|healthz|livez|readyz|version|server-status|actuator)(\/|$)/i

async function handlePageRequest(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = parseRequestTarget(request.url)
  if (!target) throw new AppError('bad_request')
  const { path, search } = target
  if (/^\/api(\/|$)/.test(path)) throw new AppError('not_found')
  // A missing script or image must not get a page: a browser must not parse HTML as a script.
  if (/^\/_(\/|$)|\.\w{1,5}$/.test(path) && !isPageWanted(request.raw)) throw new AppError('not_found')
  if (probedPath.test(path)) throw new AppError('not_found')
  const canonical = canonicalPath(path)
  // An undecodable path was escaped before (`decodableUrl`): the app could not decode it either.
  if (canonical !== path || request.originalUrl !== request.url)
    return reply.redirect(canonical + search, 308)
  const name = appOf(path)
  // Only the portal has a page that scans a code.
  if (name === 'portal') reply.header('permissions-policy', portalPermissions)
  if (name !== 'guest') return sendStaffPage(deps, request, reply, { name, path })

  const [, key = ''] = canonical.split('/')
  const { status, page, retryAfterSeconds } = await guestPage(deps, request, key)
  reply.code(status)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return sendPage(request, reply, deps.apps.guest, {
    ...page,
    ...firstStepOf(deps, request, canonical, page),
  })
}

async function sendStaffPage(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path }: { name: 'portal' | 'board'; path: string },
): Promise<FastifyReply> {
  const host = request.hostname.toLowerCase()
  const client = await deps.findClientOfHost(host).catch(() => undefined)
  const own = configOf(deps, request)
  const config: RuntimeConfig = {
    ...own,
    ...(client && { brand: client.brand, look: deps.looksByHost.get(host) ?? client.look }),
    ...(name === 'portal' && (await deps.isEmpty().catch(() => false)) && { isEmpty: true as const }),
  }
  const colours = client?.accent ? coloursOfAccent(client.accent) : null
  const files =
    isInShell(path) && deps.hasSession(request)
      ? deps.apps[name].pageFiles?.(path, config.language)
      : undefined
  const page: PageData = {
    config,
    colours,
    shell: files && { files, html: drawShell(config.look, config.brand?.name) },
  }
  const helpWidgetUrl = name === 'portal' ? deps.helpWidgetUrl : undefined
  if (helpWidgetUrl === undefined) return sendPage(request, reply, deps.apps[name], page)
  return sendPage(
    request,
    reply,
    { ...deps.apps[name], policy: widgetPagePolicy(new URL(helpWidgetUrl).origin) },
    { ...page, config: { ...config, helpWidgetUrl } },
  )
}

/** The page is sent even if its data can't be read. The app then fetches it and shows the error. */
async function guestPage(
  deps: PageDeps,
  request: FastifyRequest,
  key: string,
): Promise<{ status: number; page: PageData; retryAfterSeconds?: number | undefined }> {
  const config = configOf(deps, request)
  if (key.length !== KEY_LENGTH) return { status: 404, page: { config, machineData: null } }
  try {
    const found = await readMethod(deps, request, key, config.language)
    const { machineData, venue, brand, colours, language } = found
    return {
      status: 200,
      page: {
        config: { ...config, language, look: machineData.config.look, venue, brand },
        machineData,
        colours,
      },
    }
  } catch (error) {
    if (!(error instanceof AppError)) {
      request.log.warn({ failure: failureOf(error) }, 'guest page without its data')
      return { status: 503, retryAfterSeconds: RETRY_SECONDS, page: { config } }
    }
    return {
      status: error.status,
      retryAfterSeconds: error.retryAfterSeconds,
      page: { config, ...(error.code === 'not_found' && { machineData: null }) },
    }
  }
}

/** A kiosk starts in its own language, not in one chosen on another page. */
async function readMethod(deps: PageDeps, request: FastifyRequest, key: string, language: Language) {
  const found = await deps.methodPage(request, key, language)
  const own = browserLanguage(request)
  if (!found.machineData.kiosk || language === own) return { ...found, language }
  return { ...(await deps.methodPage(request, key, own)), language: own }
}

/** The first screen as HTML. Without it the script renders the screen. */
function firstStepOf(
  { apps }: PageDeps,
  request: FastifyRequest,
  path: string,
  { config, machineData }: PageData,
): Pick<PageData, 'firstStep'> {
  if (!apps.guest.renderFirstStep) return {}
  const [, methodKey = ''] = path.split('/')
  try {
    return { firstStep: apps.guest.renderFirstStep({ methodKey, path, config, machineData }) }
  } catch (error) {
    request.log.error({ failure: failureOf(error) }, 'guest page without its first step')
    return {}
  }
}

function failureOf(error: unknown): { type: string } {
  return { type: error instanceof Error ? error.name : typeof error }
}

function configOf({ installation, looksByHost }: PageDeps, request: FastifyRequest): RuntimeConfig {
  return {
    ...installation,
    look: looksByHost.get(request.hostname.toLowerCase()) ?? 'presence',
    language: languageOf(request),
    languages: [...languages],
  }
}

function languageOf(request: FastifyRequest): Language {
  const chosen = languages.find((language) => language === request.cookies[LANGUAGE_COOKIE])
  return chosen ?? browserLanguage(request)
}

function browserLanguage(request: FastifyRequest): Language {
  return chooseLanguage(parseAcceptLanguage(request.headers['accept-language']))
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  app: BuiltApp,
  data: PageData,
): Promise<FastifyReply> {
  const html = writePage(app, data)
  const { colours } = data
  const policy = colours ? allowStyle(app.policy ?? pagePolicyWith({}), styleOfColours(colours)) : app.policy
  if (policy !== undefined) reply.header('content-security-policy', policy)
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache, private')
    .header('vary', 'accept-encoding, accept-language, cookie')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
  const packed = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return reply.header('content-encoding', 'br').send(packed)
}
