import { groupSettings } from './config/config.ts'
import { confirmInstallation } from './config/confirm-installation.ts'
import { isSet, readEnvironment } from './config/env.ts'
import { readSecrets, secretKeysOf } from './config/secrets.ts'
import { replaceDataKey } from './db/data-key.ts'
import { migrateDatabase } from './db/migrate.ts'
import { createKeys } from './keys.ts'
import { rekeyPeople } from './modules/rekey/rekey-people.ts'
import { openDatabase } from './db/open-database.ts'
import { OperatorError } from './lib/operator-error.ts'
import { runProgram } from './lib/run-program.ts'

/**
 * `npm run secret:lost`: creates a new data key for a database whose SECRET_KEY is lost, while no
 * node runs. docs/operations.md says what is lost with it.
 */
await runProgram(async () => {
  const environment = readEnvironment(process.env)
  await confirmInstallation(environment.DATA_DIR, isSet('DATA_DIR') || isSet('DATABASE_URL'))
  const config = groupSettings(environment, await readSecrets(environment))
  const onProgress = (message: string) => console.log(`${message} …`)
  const { ownerUrl, stopDatabase } = await openDatabase(config, onProgress)
  try {
    await migrateDatabase(ownerUrl, { onProgress })
    const isReplaced = await replaceDataKey(
      ownerUrl,
      secretKeysOf(config.secrets),
      (tx, dataKey) => rekeyPeople(tx, createKeys(dataKey)),
      { onProgress },
    )
    if (!isReplaced) throw new OperatorError('SECRET_KEY opens this database, so nothing is lost.')
    console.log('The database has a new data key. Start Gatehouse again.')
  } finally {
    await stopDatabase()
  }
})
