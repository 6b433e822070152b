import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { s3Of } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { findSecretKeys } from './config/secrets.ts'
import { OperatorError } from './lib/operator-error.ts'
import { runProgram } from './lib/run-program.ts'
import { version } from './lib/version.ts'
import { restoreBackup } from './maintenance/restore.ts'
import { createPhotoStore } from './storage/photos.ts'

/**
 * `npm run restore -- <backup> [--data-dir …]`: restores a backup into an empty installation.
 * Paths are relative to the folder in which the command was typed.
 */
await runProgram(async () => {
  const { values, positionals } = parseArgs({
    options: { 'data-dir': { type: 'string' } },
    allowPositionals: true,
  })
  const [backup, ...others] = positionals
  if (backup === undefined || others.length > 0)
    throw new OperatorError('Name one backup, such as backups/gatehouse-2026-12-01T03-00-00-000Z.')
  const typedIn = process.env['INIT_CWD'] ?? process.cwd()
  const dataDir = values['data-dir']
  if (dataDir !== undefined) process.env['DATA_DIR'] = resolve(typedIn, dataDir)
  const environment = readEnvironment(process.env)
  console.log('Checking the backup')
  const start = performance.now()
  const { made_at: madeAt } = await restoreBackup(resolve(typedIn, backup), {
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL,
    runtimeUrl: environment.DATABASE_RUNTIME_URL,
    secretKeys: await findSecretKeys(environment),
    photos: createPhotoStore(environment.DATA_DIR, s3Of(environment)),
    version,
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`Restored in ${seconds} s. What happened after ${madeAt} is not in it.\nNow start Gatehouse.`)
})
