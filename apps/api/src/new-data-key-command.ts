import './lib/private-files.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { groupSettings } from './config/config.ts'
import { readEnvironment, SettingsError } from './config/env.ts'
import { readSecrets, secretKeysOf } from './config/secrets.ts'
import { DatabaseSetupError } from './db/assert-reachable.ts'
import { replaceDataKey } from './db/data-key.ts'
import { EmbeddedPostgresError } from './db/embedded/embedded-postgres-error.ts'
import { migrateDatabase } from './db/migrate.ts'
import { createKeys } from './keys.ts'
import { rekeyPeople } from './modules/rekey/rekey-people.ts'
import { openDatabase } from './db/open-database.ts'

/**
 * `npm run secret:lost`: makes a new data key for a database whose SECRET_KEY is lost, while no node
 * runs. docs/operations.md says what is lost with it.
 */
const envFile = resolve(import.meta.dirname, '../../../.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)
try {
  const environment = readEnvironment(process.env)
  const config = groupSettings(environment, await readSecrets(environment))
  const { ownerUrl, stopDatabase } = await openDatabase(config, (message) => console.log(`${message} …`))
  try {
    await migrateDatabase(ownerUrl)
    const isReplaced = await replaceDataKey(ownerUrl, secretKeysOf(config.secrets), (tx, dataKey) =>
      rekeyPeople(tx, createKeys(dataKey)),
    )
    if (!isReplaced) throw new SettingsError('SECRET_KEY opens this database, so nothing is lost.')
    console.log('The database has a new data key. Start Gatehouse again.')
  } finally {
    await stopDatabase()
  }
} catch (error) {
  const isSentence = [SettingsError, DatabaseSetupError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  )
  console.error(isSentence && error instanceof Error ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
