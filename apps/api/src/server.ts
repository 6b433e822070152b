import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { accountMailDeps } from './account-mails.ts'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { secretKeysOf } from './config/secrets.ts'
import { createDatabase, type Database } from './db/client.ts'
import { openDataKey } from './db/data-key.ts'
import { EXPORTS_AT_ONCE } from './db/open-export.ts'
import { migrateDatabase } from './db/migrate.ts'
import { assertRlsIsEnforced } from './db/rls.ts'
import { installationScope } from './db/scopes.ts'
import { startChaining } from './jobs/chain-log.ts'
import { startCountingDays } from './jobs/count-days.ts'
import { startAssumingLeft } from './jobs/assume-left.ts'
import { startDroppingSilent } from './jobs/drop-silent-devices.ts'
import { dropSilent, tellOffline } from './modules/devices/device-states.ts'
import { startFolding } from './jobs/fold-rollups.ts'
import { createMailWorker } from './jobs/mail-worker.ts'
import { createOutboxWorker } from './jobs/outbox-worker.ts'
import { startMailingReports } from './jobs/mail-reports.ts'
import { startPurging } from './jobs/purge-expired.ts'
import { startRetention } from './jobs/retention.ts'
import { startTellingOverdue } from './jobs/tell-overdue.ts'
import { startTendingMusters } from './jobs/tend-musters.ts'
import { createKeys, type Keys } from './keys.ts'
import { kindOf } from './lib/app-error.ts'
import { commandToClose, findOpenFolders } from './lib/data-folder.ts'
import { createDestinations } from './lib/outbound/destinations.ts'
import { createMailer } from './mail/mailer.ts'
import { chainLog } from './modules/access-log/chain/append.ts'
import { isInstallationEmpty, mintFirstAdminLink } from './modules/auth/first-admin/first-admin.ts'
import { createPasswords, type Passwords, testCost } from './modules/auth/passwords.ts'
import { tendForgottenMusters } from './modules/muster/forgotten-musters.ts'
import { assumeLeft } from './modules/presence/assume-left.ts'
import { tellOverdue } from './modules/presence/tell-overdue.ts'
import { applyRetention } from './modules/privacy/apply-retention.ts'
import { findDueRetention } from './modules/privacy/find-due-retention.ts'
import { reportIdleRuns } from './modules/privacy/retention-runs.ts'
import { queueReportMails } from './modules/reports/queue-mails.ts'
import { countDays } from './modules/sites/day-counts.ts'
import { appNames, type AppName, type BuiltApp, readBuiltApp } from './pages/built-app.ts'
import { noticeDeps } from './notices.ts'
import { mails, purgeRules, retentionSteps } from './registry.ts'
import { openDatabase } from './db/open-database.ts'
import { createPhotoStore, type PhotoStore } from './storage/photos.ts'
import { textMessageDeps } from './text-messages.ts'
import { createTextGateway } from './text/text-gateway.ts'
import { webhookDeliveryDeps } from './webhook-deliveries.ts'

/** A busy machine delays the journeys of tests, and refuses none of their calls. */
const testPace = { waitMs: 10_000, lockTimeoutMs: 8000, statementTimeoutMs: 20_000 }

const repository = resolve(import.meta.dirname, '../../..')

export interface RunningServer {
  /** The page that makes the first administrator, where the installation has no account yet. */
  firstAdminUrl: string | undefined
  stop(): Promise<void>
}

export interface StartOptions {
  /** Serves the API alone. In development each front end has its own server. */
  apiOnly: boolean
  /** Called before each step that takes a while. */
  onProgress(message: string): void
}

/** The start has failed. The message says what the operator has to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Starts database, schema, demo data and server, in this order. `stop` ends them in the opposite order. */
export async function startServer(
  config: Config,
  { apiOnly, onProgress }: StartOptions,
): Promise<RunningServer> {
  const { host, port } = config.server
  await assertPortIsFree(host, port)
  const pages = apiOnly ? undefined : await readPages()
  const { ownerUrl, runtimeUrl, stopDatabase } = await openDatabase(config, onProgress)
  try {
    onProgress('Checking the schema')
    await migrateDatabase(ownerUrl)
    const pace = config.test ? testPace : {}
    const db = createDatabase({ ...pace, runtimeUrl, connections: config.database.pool })
    const guestDb = createDatabase({
      runtimeUrl,
      connections: config.database.pool,
      workload: 'guests',
      applicationName: 'gatehouse guests',
      ...pace,
    })
    const exportDb = createDatabase({
      runtimeUrl,
      connections: EXPORTS_AT_ONCE,
      workload: 'exports',
      applicationName: 'gatehouse exports',
      ...pace,
    })
    await assertRlsIsEnforced(db)
    const clock = () => new Date()
    const dataKey = await openDataKey(ownerUrl, secretKeysOf(config.secrets))
    const isEmpty = await isInstallationEmpty(db)
    const keys = createKeys(dataKey)
    const photos = createPhotoStore(config.dataDir, config.s3)
    const passwords = await createPasswords(config.test ? testCost : undefined)
    if (config.demo && isEmpty) {
      onProgress('Writing the demo data')
      await writeDemo({ db, photos, passwords, keys, now: clock() })
    }
    const app = await buildApp({
      config,
      db,
      guestDb,
      exportDb,
      keys,
      passwords,
      photos,
      clock,
      version: await readVersion(),
      ...(pages ? { pages } : {}),
    })
    await app.listen({ host, port })
    const openFolders = await findOpenFolders(config.dataDir)
    if (openFolders.length > 0) {
      app.log.warn(
        { code: 'data_folder_open' },
        `Other users of this machine can read the data folder. Close it with: ${commandToClose(openFolders)}`,
      )
    }
    const { publicUrl } = config.server
    // Before the jobs, which may take all connections on a busy machine.
    const firstAdminUrl = (await isInstallationEmpty(db))
      ? `${publicUrl}/first-admin?token=${await mintFirstAdminLink(db, keys.firstAdmin, clock())}`
      : undefined
    const purging = startPurging({ db, rules: purgeRules, log: app.log, clock })
    const outboxFolder = join(config.dataDir, 'outbox')
    const retention = startRetention({
      db,
      clock,
      log: app.log,
      outboxFolder,
      steps: retentionSteps,
      findDue: (tx, clientIds, now) => findDueRetention(tx, retentionSteps, clientIds, now),
      reportIdle: reportIdleRuns,
      apply: (scope, steps, signal) => applyRetention({ db, steps, photos, clock, signal }, scope),
    })
    const folding = startFolding({ db, log: app.log })
    const chaining = startChaining({
      chain: (signal) =>
        chainLog({ db, installation: installationScope(), digests: keys.logDigests, clock }, signal),
      log: app.log,
    })
    const countingDays = startCountingDays({
      count: (signal) => countDays({ db, installation: installationScope() }, clock(), signal),
      log: app.log,
    })
    const droppingSilent = startDroppingSilent({
      drop: () => dropSilent(db, installationScope(), clock()),
      tell: () => tellOffline(db, installationScope(), clock()),
      log: app.log,
    })
    const tendingMusters = startTendingMusters({
      tend: (onError) => tendForgottenMusters(db, installationScope(), clock(), onError),
      log: app.log,
    })
    const tellingOverdue = startTellingOverdue({
      tell: () => tellOverdue(db, installationScope(), clock()),
      log: app.log,
    })
    // What is due waits until mails can be sent.
    const mailingReports =
      config.mail.smtpUrl === undefined
        ? undefined
        : startMailingReports({
            queue: (signal) => queueReportMails(db, installationScope(), clock, signal),
            log: app.log,
          })
    const assumingLeft = startAssumingLeft({
      close: (onError) => assumeLeft(db, installationScope(), clock(), onError),
      log: app.log,
    })
    const mailer = createMailer({
      ...config.mail,
      outboxFolder,
      onFile: (file) => app.log.warn({ file }, 'a mail lies in the outbox folder'),
    })
    const mailWorker = createMailWorker(
      accountMailDeps({
        db,
        mailer,
        mails,
        links: keys.links,
        pins: keys.accessPins,
        publicUrl,
        clock,
        jitter: Math.random,
        onFailure: ({ id, type }, failure) => app.log.warn({ mail: id, type, failure }, 'mail not delivered'),
        onError: (error) => app.log.warn({ failure: kindOf(error) }, 'mail worker'),
      }),
    )
    mailWorker.start()
    const webhookWorker = createOutboxWorker(
      webhookDeliveryDeps({
        db,
        clock,
        jitter: Math.random,
        cipher: keys.webhooks,
        destinations: createDestinations(config.outbound),
        onFailure: ({ id, type }, { reason }) =>
          app.log.warn({ delivery: id, type, failure: reason }, 'delivery to a webhook failed'),
        onError: (error) => app.log.warn({ failure: kindOf(error) }, 'webhook worker'),
      }),
    )
    webhookWorker.start()
    const noticeWorker = createOutboxWorker(
      noticeDeps({
        db,
        clock,
        jitter: Math.random,
        onFailure: ({ id, type }, { reason }) =>
          app.log.warn({ notice: id, type, failure: reason }, 'nobody was told of it'),
        onError: (error) => app.log.warn({ failure: kindOf(error) }, 'notice worker'),
      }),
    )
    noticeWorker.start()
    const textWorker = createOutboxWorker(
      textMessageDeps({
        db,
        clock,
        jitter: Math.random,
        gateway:
          config.textGateway && createTextGateway(config.textGateway, createDestinations(config.outbound)),
        publicUrl,
        onFailure: ({ id, type }, { reason }) =>
          app.log.warn({ text: id, type, failure: reason }, 'text message not delivered'),
        onError: (error) => app.log.warn({ failure: kindOf(error) }, 'text worker'),
      }),
    )
    textWorker.start()
    return {
      firstAdminUrl,
      async stop() {
        // The jobs start nothing new while the last requests are finished.
        await Promise.all([
          purging.stop(),
          retention.stop(),
          folding.stop(),
          chaining.stop(),
          countingDays.stop(),
          droppingSilent.stop(),
          mailWorker.stop(),
          webhookWorker.stop(),
          noticeWorker.stop(),
          textWorker.stop(),
          tellingOverdue.stop(),
          tendingMusters.stop(),
          mailingReports?.stop(),
          assumingLeft.stop(),
          app.close(),
          // An export may take many minutes more, and the server waits for it.
          exportDb.close(),
        ])
        mailer.close()
        await Promise.all([db.close(), guestDb.close()])
        await stopDatabase()
      },
    }
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

interface DemoDeps {
  db: Database
  photos: PhotoStore
  passwords: Passwords
  keys: Keys
  now: Date
}

async function writeDemo({ db, photos, passwords, keys, now }: DemoDeps): Promise<void> {
  const { writeDemoData } = await import('./demo/write-demo-data.ts')
  await writeDemoData({
    db,
    now,
    hashPassword: (password) => passwords.hash(password),
    personKey: keys.personKeys,
    banKeys: keys.banKeys,
    savePhoto: (clientId, userId, bytes) => photos.save(clientId, userId, bytes),
  })
}

async function readPages(): Promise<Record<AppName, BuiltApp>> {
  const apps = await Promise.all(
    appNames.map(async (name) => [name, await readBuiltApp(join(repository, 'apps'), name)] as const),
  )
  return Object.fromEntries(apps) as Record<AppName, BuiltApp>
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** This is checked first, so that the error comes at once. */
async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portError(error, host, port)))
    probe.listen({ host, port }, () => probe.close(() => done()))
  })
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=50000 npm start`,
    )
  }
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`HOST=${host} is not an address of this machine.`)
  return error
}
