import { join } from 'node:path'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { type EndpointDeclaration, exportRowsHeader } from '@gatehouse/validation/endpoint'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import { notificationChannels } from '@gatehouse/validation/notification-events'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from './config/config.ts'
import { keyFile } from './config/key-file.ts'
import type { Context } from './context.ts'
import type { Database } from './db/client.ts'
import { readMigrations } from './db/migrate.ts'
import { createExports } from './db/open-export.ts'
import type { Keys } from './keys.ts'
import { installationScope } from './db/scopes.ts'
import { AppError } from './lib/app-error.ts'
import { clientIpOf, trustedHops } from './lib/client-ip.ts'
import { recentFolderBytes } from './lib/folder-bytes.ts'
import { decodableUrl } from './lib/page-wanted.ts'
import { createDestinations, type ResolveName } from './lib/outbound/destinations.ts'
import { registerAccessLog } from './modules/access-log/routes.ts'
import { findCallingKey, presentedKey } from './modules/api-keys/find-calling-key.ts'
import { registerApiKeys } from './modules/api-keys/routes.ts'
import { registerAuditLog } from './modules/audit-log/routes.ts'
import { authenticate, findNamedSession, hasSessionCookie } from './modules/auth/authenticate.ts'
import { registerSessions } from './modules/auth/own-sessions/routes.ts'
import { createBreachLookup } from './modules/auth/password/breach-lookup.ts'
import { registerPassword } from './modules/auth/password/routes.ts'
import { isInstallationEmpty } from './modules/auth/first-admin/first-admin.ts'
import { registerFirstAdmin } from './modules/auth/first-admin/routes.ts'
import { registerLogin } from './modules/auth/login/routes.ts'
import type { Passwords } from './modules/auth/passwords.ts'
import { createSessionTokens } from './modules/auth/session-tokens.ts'
import { registerTwoStep } from './modules/auth/two-step/routes.ts'
import { registerBans } from './modules/ban-management/routes.ts'
import { registerBoard } from './modules/board/routes.ts'
import { getMethodPageOrThrow } from './modules/check-in/machine-data.ts'
import { registerCheckIn } from './modules/check-in/routes.ts'
import { enterChosenClient, findClientOfHost } from './modules/clients/chosen-client.ts'
import { registerClients } from './modules/clients/routes.ts'
import { registerDevices } from './modules/devices/routes.ts'
import { registerDeviceGateway } from './modules/devices/gateway.ts'
import { registerDeadLetters } from './modules/dead-letters/routes.ts'
import { registerDashboard } from './modules/dashboard/routes.ts'
import { registerGettingStarted } from './modules/getting-started/routes.ts'
import { registerHosts } from './modules/hosts/routes.ts'
import { registerKiosk } from './modules/kiosk/routes.ts'
import { registerLive } from './modules/live/live-socket.ts'
import { registerMe } from './modules/me/routes.ts'
import { registerMuster } from './modules/muster/routes.ts'
import { registerNotifications } from './modules/notifications/routes.ts'
import { registerPrivacy } from './modules/privacy/routes.ts'
import { registerPresence } from './modules/presence/routes.ts'
import { registerSearch } from './modules/search/routes.ts'
import { registerQuestions } from './modules/questions/routes.ts'
import { registerExternalApi } from './modules/sites/external-api/routes.ts'
import { registerSites } from './modules/sites/routes.ts'
import { registerReports } from './modules/reports/routes.ts'
import { registerInstallationMetrics } from './modules/system-health/metrics.ts'
import { registerSystemHealth } from './modules/system-health/routes.ts'
import { registerUsers } from './modules/users/routes.ts'
import { registerWebhooks } from './modules/webhooks/routes.ts'
import { createMethodKeyLimits } from './modules/sign-in-methods/method-key-limits.ts'
import { registerRecipients } from './modules/recipients/routes.ts'
import { registerSignInMethods } from './modules/sign-in-methods/routes.ts'
import type { AppName, BuiltApp } from './pages/built-app.ts'
import { registerPages } from './pages/register-pages.ts'
import { sendRouterError, registerErrors } from './plugins/errors.ts'
import { registerFloodLimit } from './plugins/flood-limit.ts'
import { registerHealth, createReadiness } from './plugins/readiness.ts'
import { registerJsonBody, registerUploads } from './plugins/json-body.ts'
import { genReqId, loggerOptions, REQUEST_ID_HEADER, registerRequestLog } from './plugins/logging.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { sendParserError, registerRequestChecks } from './plugins/malformed-requests.ts'
import { watchProxies } from './plugins/proxy-warnings.ts'
import { assertEveryEndpointIsRouted, createRouter } from './plugins/route.ts'
import { createUpgrades } from './plugins/upgrades.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { personSteps, retentionSteps } from './registry.ts'
import { createLimitedMethods } from './rate-limits/limited-methods.ts'
import { createRateLimits } from './rate-limits/rate-limit.ts'
import { registerReference } from './reference/register-reference.ts'
import type { PhotoStore } from './storage/photos.ts'

/** What the app is built from. A test passes its own. */
export interface AppDeps {
  config: Config
  db: Database
  /** Connections for calls of guests. Defaults to `db`. */
  guestDb?: Database
  /** Connections for exports, which hold theirs for long. Defaults to `db`. */
  exportDb?: Database
  keys: Keys
  passwords: Passwords
  photos: PhotoStore
  /** The built front ends. Without them only the API is served. */
  pages?: Record<AppName, BuiltApp>
  clock?: () => Date
  /** How many ms the clock is ahead of the database's. A clock of a test is not compared. */
  readAheadMs?: () => Promise<number>
  /** Resolves the hosts of URLs that people have entered. */
  resolveName?: ResolveName
  version: string
  /** Whether this node stores images where the other nodes do. */
  isImageStoreShared?: boolean
}

const REQUEST_TIMEOUT_MS = 15_000
/** How often the server checks for requests past the time limit. */
const CONNECTIONS_CHECK_MS = 2000

/** Builds the server without starting it: plugins first, then the routes of the modules. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    db,
    guestDb = db,
    exportDb = db,
    keys,
    passwords,
    photos,
    pages,
    version,
    resolveName,
    isImageStoreShared = true,
    readAheadMs,
    clock = () => new Date(),
  } = deps
  const sendsMail = config.mail.smtpUrl !== undefined
  const notSetUp: ReadonlySet<string> = new Set([
    ...(sendsMail ? [] : ['mail']),
    ...(config.textGateway ? [] : ['text']),
  ])
  let mayBeEmpty = true
  const upgrades = createUpgrades()
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    genReqId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: serverLimits.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedHops(config.server.trustedProxies),
    routerOptions: { maxParamLength: 400 },
    rewriteUrl: decodableUrl,
    frameworkErrors: sendRouterError,
    clientErrorHandler: sendParserError,
    http: {
      requireHostHeader: false,
      // Its default is longer, and Node.js applies the longer of the two to the whole request.
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      shouldUpgradeCallback: upgrades.isUpgrade,
    },
    return503OnClosing: true,
  })
  registerErrors(app)
  registerRequestLog(app)
  registerJsonBody(app)
  registerUploads(app, Object.values(endpoints))
  await app.register(cookie)
  const isHttps = config.server.publicUrl.startsWith('https:')
  app.decorate('isPublicUrlHttps', isHttps)
  await registerSecurityHeaders(app, { isHttps })
  if (config.server.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: config.server.allowedOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [exportRowsHeader, REQUEST_ID_HEADER],
    })
  }
  registerRequestChecks(app)
  // Before the flood limit: behind an untrusted proxy, all visitors would soon share one IP
  // address's limit.
  const proxyWarnings = config.production ? watchProxies(app, { isHttps, clock }) : undefined
  const { sessionKeys } = config.secrets
  const tokens = createSessionTokens(
    config.keysInDataDir ? keyFile(config.dataDir, sessionKeys) : { initial: sessionKeys },
  )
  registerFloodLimit(app, {
    clock,
    findSession: (request) => findNamedSession(request, tokens, clock()),
    isSigned: (token) =>
      (keys.checkOutTokens.readToCheckOut(token) ?? keys.handInTokens.read(token, clock())) !== undefined,
  })
  const findProblems = createReadiness({
    db,
    guestDb,
    dataDir: config.dataDir,
    clock,
    log: app.log,
    ...(readAheadMs && { readAheadMs }),
  })
  registerHealth(app, findProblems, proxyWarnings)
  const metrics = await registerMetrics(app, {
    token: config.metricsToken,
    pools: { guests: guestDb, exports: exportDb, others: db },
  })

  const limitsOn = (connections: Database) => createRateLimits(connections, keys.rateLimits, clock)
  const rateLimits = { guests: limitsOn(guestDb), others: limitsOn(db) }
  // Each module names those that it takes.
  const parts = {
    ...keys,
    passwords,
    photos,
    tokens,
    sendsMail,
    publicUrl: config.server.publicUrl,
    methodKeys: createMethodKeyLimits(),
    exports: createExports(exportDb),
    installation: installationScope(),
    metrics,
    clock,
  }
  const anonymousContext = (request: FastifyRequest, byGuests: boolean): Context => ({
    db: byGuests ? guestDb : db,
    limits: byGuests ? rateLimits.guests : rateLimits.others,
    actor: { kind: 'guest' },
    now: clock(),
    log: request.log,
    clientIp: clientIpOf(request.ip),
  })
  const contextOf = async (
    request: FastifyRequest,
    { access, byGuests = false }: EndpointDeclaration,
    background: boolean,
  ): Promise<Context> => {
    const ctx = anonymousContext(request, byGuests)
    if (access === 'public') return ctx
    const key = presentedKey(request)
    if (key !== undefined) {
      const caller = await findCallingKey(ctx, keys.apiKeys, key)
      return caller ? { ...ctx, actor: caller } : ctx
    }
    const staff = await authenticate(request, { db, tokens, now: ctx.now, countsAsActivity: !background })
    if (!staff) return ctx
    return { ...ctx, actor: staff }
  }

  await app.register(
    async (api) => {
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      api.setNotFoundHandler(() => {
        throw new AppError('not_found')
      })
      const checkResponses = !config.production
      const router = createRouter(api, {
        contextOf,
        enterChosenClient,
        creations: keys.creations,
        noteLimited: createLimitedMethods(),
        checkResponses,
      })
      registerLogin(router, { ...parts, deviceHash: keys.twoStep.deviceHash })
      registerFirstAdmin(router, { passwords, hash: keys.firstAdmin })
      registerTwoStep(router, keys.twoStep)
      registerPassword(router, {
        ...parts,
        breaches: createBreachLookup({
          url: config.breachUrl,
          onUnavailable: () => app.log.warn('the breach service is away; the bundled list answers'),
        }),
      })
      registerMe(router, parts)
      registerNotifications(router)
      registerRecipients(router, {
        channels: notificationChannels.filter((channel) => channel !== 'text' || config.textGateway),
        notSetUp,
      })
      registerSessions(router)
      registerClients(router, parts)
      registerCheckIn(router, parts)
      registerKiosk(router, parts)
      registerHosts(router, parts)
      registerBans(router, parts)
      registerBoard(router, { photos, checkResponses })
      registerMuster(router, { ...parts, checkResponses })
      registerPresence(router, parts)
      registerAccessLog(router, parts)
      registerReports(router, parts)
      registerPrivacy(router, { ...parts, steps: retentionSteps, personSteps })
      registerDashboard(router)
      registerSites(router, parts)
      registerQuestions(router)
      const destinations = createDestinations({ ...config.outbound, ...(resolveName && { resolveName }) })
      registerExternalApi(router, { cipher: keys.externalApis, destinations })
      registerWebhooks(router, { cipher: keys.webhooks, destinations })
      registerDeadLetters(router)
      registerApiKeys(router, { tokens: keys.apiKeys })
      registerAuditLog(router)
      registerGettingStarted(router)
      registerSystemHealth(router, {
        version,
        clock,
        dataDir: config.dataDir,
        imageBytes: recentFolderBytes(join(config.dataDir, 'storage')),
        backupBytes: recentFolderBytes(config.backup.folder),
        notSetUp,
        isImageStoreShared,
        findProblems,
        readMigrations: () => readMigrations(db),
      })
      registerInstallationMetrics({ ...parts, db, notSetUp })
      registerSignInMethods(router, parts)
      registerDevices(router, { ...parts, tokens: keys.deviceTokens })
      registerSearch(router)
      registerUsers(router, { ...parts, pins: keys.accessPins })
      assertEveryEndpointIsRouted(endpoints, router.routed)
      registerReference(api, version)
    },
    { prefix: '/api' },
  )
  registerLive(app, {
    ...parts,
    db,
    upgradeRoute: upgrades.register(app),
    origins: [new URL(config.server.publicUrl).origin, ...config.server.allowedOrigins],
  })
  await registerDeviceGateway(app, {
    ...parts,
    db,
    guestDb,
    upgrades,
    tokens: keys.deviceTokens,
    pins: keys.accessPins,
    limits: rateLimits.guests,
  })
  if (pages) {
    await registerPages(app, {
      apps: pages,
      async isEmpty() {
        // An installation that has a client is never empty again.
        if (mayBeEmpty) mayBeEmpty = await isInstallationEmpty(db)
        return mayBeEmpty
      },
      installation: {
        demo: config.demo,
        sendsMail,
        publicUrl: config.server.publicUrl,
        supportUrl: config.pages.supportUrl,
        privacyUrl: config.pages.privacyUrl,
        version,
      },
      looksByHost: config.pages.looksByHost,
      hasSession: hasSessionCookie,
      findClientOfHost: async (host) => {
        const companyNo = config.pages.clientsByHost.get(host)
        return companyNo === undefined ? undefined : findClientOfHost(db, parts.installation, companyNo)
      },
      findImage: photos.findImage,
      helpWidgetUrl: config.pages.helpWidgetUrl,
      methodPage: (request, key, language) =>
        getMethodPageOrThrow(anonymousContext(request, true), parts, key, language),
    })
  }
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether visitors use https. Behind a proxy this process may see http. */
    isPublicUrlHttps: boolean
  }
}
