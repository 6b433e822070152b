import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { groupSettings, type Config } from '../src/config/config.ts'
import { readEnvironment } from '../src/config/env.ts'
import { createDatabase, type Database, type DatabaseOptions } from '../src/db/client.ts'
import {
  createOutboxWorker,
  type OutboxWorker,
  type OutboxWorkerDeps,
  type Queue,
} from '../src/jobs/outbox-worker.ts'
import { installationScope } from '../src/db/scopes.ts'
import { createKeys, type Keys } from '../src/keys.ts'
import { createDestinations, type Destinations, type ResolveName } from '../src/lib/outbound/destinations.ts'
import type { Mail, Mailer } from '../src/mail/mailer.ts'
import { createPasswords, type Passwords, testCost } from '../src/modules/auth/passwords.ts'
import { createSessionTokens, type SessionTokens } from '../src/modules/auth/session-tokens.ts'
import { createRateLimits, type RateLimits } from '../src/rate-limits/rate-limit.ts'
import { createQueues } from '../src/registry.ts'
import { createPhotoStore, type PhotoStore } from '../src/storage/photos.ts'
import { createTextGateway, type TextGateway } from '../src/text/text-gateway.ts'
import { writeBuiltPages } from './built-pages.ts'
import { createTestDatabase, type TestDatabase, testPace } from './database.ts'

export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  config: Config
  dataKey: string
  keys: Keys
  personKeys: Keys['personKeys']
  banKeys: Keys['banKeys']
  passwords: Passwords
  photos: PhotoStore
  tokens: SessionTokens
  /** The rate limits of this installation, in its database. */
  limits: RateLimits
  /** The clock of the server. Tests set it. */
  clock: { now: Date }
  /** The sent emails, in order. */
  mails: Mail[]
  /** Sends the due emails as the worker does, into `mails` or with the given mailer. */
  deliver(mailer?: Mailer): Promise<void>
  /** Creates an email worker, as on another node. */
  mailWorker(mailer: Mailer, times?: WorkerTimes): OutboxWorker
  /** Creates a webhook worker, as on another node. */
  webhookWorker(times?: WorkerTimes): OutboxWorker
  /** Sends due notifications, as the worker does. */
  tell(): Promise<void>
  /**
   * Creates a worker for text messages, as on another node, with the gateway of the settings
   * or the given one.
   */
  textWorker(gateway?: TextGateway): OutboxWorker
  close(): Promise<void>
}

interface WorkerTimes {
  attemptMs?: number
  stopMs?: number
}

const textGatewayOf = ({ textGateway }: Config, destinations: Destinations) =>
  textGateway && createTextGateway(textGateway, destinations)

const passwords = await createPasswords(testCost)

export interface TestAppOptions extends Partial<DatabaseOptions> {
  /** Serves minimal pages too. */
  withPages?: boolean
  /** Settings that replace those of the test environment. */
  settings?: Record<string, string>
  /** Resolves the hosts that the server calls. Default: no name has an address. */
  resolveName?: ResolveName
  /** Uses the real clock. */
  hasRealClock?: boolean
}

/** Builds the whole API on its own database, with a clock that only the test moves. */
export async function buildTestApp({
  withPages = false,
  settings = {},
  hasRealClock = false,
  resolveName = () => Promise.resolve([]),
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(options)
  const fresh = () => randomBytes(32).toString('base64url')
  const sessionKey = fresh()
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const environment = readEnvironment({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    SESSION_KEYS: sessionKey,
    PUBLIC_URL: 'https://gatehouse.example',
    BREACH_URL: 'off',
    SMTP_URL: 'outbox',
    ...settings,
  })
  const dataKey = fresh()
  const keys = createKeys(dataKey)
  const secrets = {
    secretKey: fresh(),
    earlierSecretKeys: [],
    sessionKeys: [sessionKey],
    databasePasswords: { owner: '', runtime: '' },
  }
  const config = groupSettings(environment, secrets)
  const photos = createPhotoStore(dataDir, config.s3)
  const clock = hasRealClock ? realClock : { now: new Date() }
  const guestDb = createDatabase({
    ...testPace,
    runtimeUrl: database.runtimeUrl,
    workload: 'guests',
  })
  const app = await buildApp({
    config,
    db: database.db,
    guestDb,
    keys,
    passwords,
    photos,
    clock: () => clock.now,
    ...(!hasRealClock && { readAheadMs: () => Promise.resolve(0) }),
    resolveName,
    version: '0.0.0',
    ...(withPages ? { pages: await writeBuiltPages(join(dataDir, 'pages')) } : {}),
  })
  const sent: Mail[] = []
  const keepingMailer: Mailer = {
    send: (mail) => Promise.resolve(void sent.push(mail)),
    close: () => {},
  }
  const destinations = createDestinations({ ...config.outbound, resolveName })
  const worker = (
    queue: Queue,
    { attemptMs = queue.rules.attemptMs, ...fields }: WorkerTimes & Partial<OutboxWorkerDeps> = {},
  ) =>
    createOutboxWorker({
      ...queue,
      rules: { ...queue.rules, attemptMs },
      db: database.db,
      clock: () => clock.now,
      jitter: () => 0,
      onFailure: () => {},
      onError: rethrow,
      ...fields,
    })
  const queues = (mailer = keepingMailer, gateway = textGatewayOf(config, destinations)) =>
    createQueues({
      db: database.db,
      installation: installationScope(),
      clock: () => clock.now,
      keys,
      mailer,
      images: photos,
      gateway,
      destinations,
      publicUrl: config.server.publicUrl,
    })
  return {
    app,
    mails: sent,
    async deliver(mailer) {
      const errors: unknown[] = []
      await worker(queues(mailer).mail, { onError: (error) => errors.push(error) }).deliverDue()
      if (errors.length > 0) throw errors[0]
    },
    mailWorker: (mailer, times) => worker(queues(mailer).mail, times),
    tell: () => worker(queues().notice).deliverDue(),
    textWorker: (gateway) => worker(queues(undefined, gateway).text),
    webhookWorker: (times) => worker(queues().webhook, times),
    database,
    config,
    dataKey,
    keys,
    personKeys: keys.personKeys,
    banKeys: keys.banKeys,
    passwords,
    photos,
    limits: createRateLimits(database.db, keys.rateLimits, () => clock.now),
    tokens: createSessionTokens({ initial: secrets.sessionKeys }),
    clock,
    async close() {
      await app.close()
      await guestDb.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function rethrow(error: unknown): never {
  throw error
}

const realClock = {
  get now() {
    return new Date()
  },
  set now(_) {
    throw new Error('The real clock cannot be set')
  },
}

/**
 * Builds another node of the same installation: the same secrets, clock and database, with its own
 * pool or the given one.
 */
export async function buildSecondNode(
  first: TestApp,
  db: Database = createDatabase({ runtimeUrl: first.database.runtimeUrl, connections: 5 }),
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const app = await buildApp({
    config: first.config,
    db,
    keys: first.keys,
    passwords: first.passwords,
    photos: first.photos,
    clock: () => first.clock.now,
    resolveName: () => Promise.resolve([]),
    version: '0.0.0',
  })
  return {
    app,
    async close() {
      await app.close()
      await db.close()
    },
  }
}
