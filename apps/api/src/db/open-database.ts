import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { prepareEmbedded, prepareServer, type PreparedDatabase } from './prepare.ts'

/** Connects to the database of the settings. Without DATABASE_URL it starts the embedded one. */
export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir' | 'secrets'>,
  onProgress: (message: string) => void,
): Promise<PreparedDatabase & { stopDatabase(): Promise<void> }> {
  const { url, runtimeUrl } = config.database
  if (url !== undefined) {
    onProgress('Connecting to the database')
    return {
      ...(await prepareServer({ databaseUrl: url, runtimeUrl, onProgress })),
      stopDatabase: async () => {},
    }
  }
  onProgress('Starting PostgreSQL')
  const embedded = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    parentDir: config.dataDir,
    onProgress,
  })
  const passwords = config.secrets.databasePasswords
  const urls = await prepareEmbedded({ adminUrl: embedded.adminUrl, database: 'gatehouse', passwords })
  return { ...urls, stopDatabase: () => embedded.stop() }
}
