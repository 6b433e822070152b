import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import {
  type BackupSource,
  embeddedDatabase,
  prepareEmbedded,
  prepareServer,
  type PreparedDatabase,
} from './prepare.ts'

/** Connects to the database of the settings. Without DATABASE_URL it starts the embedded one. */
export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir' | 'secrets'>,
  onProgress: (message: string) => void,
): Promise<PreparedDatabase & { backupSource: BackupSource; stopDatabase(): Promise<void> }> {
  const { url, runtimeUrl, backupUrl } = config.database
  if (url !== undefined) {
    onProgress('Connecting to the database')
    return {
      ...(await prepareServer({ databaseUrl: url, runtimeUrl, onProgress })),
      backupSource: { kind: 'dump', url: backupUrl ?? url },
      stopDatabase: async () => {},
    }
  }
  onProgress('Starting PostgreSQL')
  const embedded = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    parentDir: config.dataDir,
    onProgress,
  })
  const { adminUrl, dataDir: data } = embedded
  const passwords = config.secrets.databasePasswords
  const superuserUrl = new URL(adminUrl)
  superuserUrl.pathname = `/${embeddedDatabase}`
  return {
    ...(await prepareEmbedded({ adminUrl, database: embeddedDatabase, passwords })),
    backupSource: { kind: 'cluster', url: superuserUrl.href, data },
    stopDatabase: () => embedded.stop(),
  }
}
