import { join, resolve } from 'node:path'
import { collectDefaultMetrics } from '@prometheus-io/client'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { secretKeysOf } from './config/secrets.ts'
import { createDatabase } from './db/client.ts'
import { openDataKey } from './db/data-key.ts'
import { EXPORTS_AT_ONCE } from './db/open-export.ts'
import { refreshStatistics } from './db/refresh-statistics.ts'
import { migrateDatabase } from './db/migrate.ts'
import { assertRlsIsEnforced } from './db/rls.ts'
import { installationScope } from './db/scopes.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { startQueues } from './jobs/run-queues.ts'
import { createKeys } from './keys.ts'
import { assertPortIsFree } from './lib/assert-port-is-free.ts'
import { commandToClose, findOpenFolders } from './lib/data-folder.ts'
import { createDestinations } from './lib/outbound/destinations.ts'
import { createIdlePause } from './lib/idle-pause.ts'
import { version } from './lib/version.ts'
import { nightlyBackupJob } from './maintenance/nightly-backup.ts'
import { createMailer } from './mail/mailer.ts'
import { isInstallationEmpty, mintFirstAdminLink } from './modules/auth/first-admin/first-admin.ts'
import { createPasswords, testCost } from './modules/auth/passwords.ts'
import { readBuiltApps } from './pages/built-app.ts'
import { openDatabase } from './db/open-database.ts'
import { createJobs, createQueues } from './registry.ts'
import { createPhotoStore } from './storage/photos.ts'
import { hasSharedStore } from './storage/shared-store.ts'
import { createTextGateway } from './text/text-gateway.ts'

/** A busy machine delays end-to-end tests, and must refuse none of their calls. */
const testPace = { waitMs: 10_000, lockTimeoutMs: 8000, statementTimeoutMs: 20_000 }

const repository = resolve(import.meta.dirname, '../../..')

export interface RunningServer {
  /** The page that creates the first administrator, where the installation has no account yet. */
  firstAdminUrl: string | undefined
  stop(): Promise<void>
}

export interface StartOptions {
  /** Serves the API alone. In development each front end has its own server. */
  apiOnly: boolean
  /** Called before each step that takes a while. */
  onProgress(message: string): void
}

/**
 * Starts database, schema, demo data and server, in this order. `stop` ends them in reverse order.
 */
export async function startServer(
  config: Config,
  { apiOnly, onProgress }: StartOptions,
): Promise<RunningServer> {
  const { host, port } = config.server
  await assertPortIsFree(host, port)
  const pages = apiOnly ? undefined : await readBuiltApps(join(repository, 'apps'))
  const { ownerUrl, runtimeUrl, backupSource, stopDatabase } = await openDatabase(config, onProgress)
  try {
    onProgress('Checking the schema')
    await migrateDatabase(ownerUrl, { onProgress })
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
    const dataKey = await openDataKey(ownerUrl, secretKeysOf(config.secrets), { onProgress })
    const isEmpty = await isInstallationEmpty(db)
    const keys = createKeys(dataKey)
    const photos = createPhotoStore(config.dataDir, config.s3)
    const passwords = await createPasswords(config.test ? testCost : undefined)
    if (config.demo && isEmpty) {
      onProgress('Writing the demo data')
      const { writeDemoData } = await import('./demo/write-demo-data.ts')
      const { personKeys, banKeys } = keys
      await writeDemoData({
        db,
        now: clock(),
        personKeys,
        banKeys,
        hashPassword: (password) => passwords.hash(password),
        savePhoto: (clientId, userId, bytes) => photos.save(clientId, userId, bytes),
      })
      await refreshStatistics(ownerUrl)
    }
    collectDefaultMetrics()
    const isImageStoreShared = await hasSharedStore(ownerUrl, photos)
    const app = await buildApp({
      config,
      db,
      guestDb,
      exportDb,
      keys,
      passwords,
      photos,
      clock,
      version,
      isImageStoreShared,
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
    if (!isImageStoreShared) {
      app.log.warn(
        { code: 'image_store_differs' },
        'The images of this node are not those of the database. Give all nodes the same bucket or folder.',
      )
    }
    const { publicUrl } = config.server
    // Before the jobs, which may take all connections on a busy machine.
    const firstAdminUrl = (await isInstallationEmpty(db))
      ? `${publicUrl}/first-admin?token=${await mintFirstAdminLink(db, keys.firstAdmin, clock())}`
      : undefined
    const outboxFolder = join(config.dataDir, 'outbox')
    const mailer = createMailer({
      ...config.mail,
      outboxFolder,
      onFile: (file) => app.log.warn({ file }, 'a mail lies in the outbox folder'),
    })
    const destinations = createDestinations(config.outbound)
    const pause = createIdlePause(app.server)
    const shared = { db, installation: installationScope(), clock, log: app.log, pause }
    const sendsMail = config.mail.smtpUrl !== undefined
    const { nightly, folder, keep } = config.backup
    const backups = nightly
      ? [nightlyBackupJob({ source: backupSource, ownerUrl, photos, folder, keep, version })]
      : []
    const jobs = startJobs([...createJobs({ keys, photos, outboxFolder, sendsMail }), ...backups], shared)
    const queues = createQueues({
      ...shared,
      keys,
      mailer,
      images: photos,
      gateway: config.textGateway && createTextGateway(config.textGateway, destinations),
      destinations,
      publicUrl,
    })
    const workers = startQueues(Object.values(queues), shared)
    return {
      firstAdminUrl,
      async stop() {
        // The jobs start no new work while the last requests finish.
        await Promise.all([
          jobs.stop(),
          workers.stop(),
          app.close(),
          // An export may take many more minutes, and the server waits for it.
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
