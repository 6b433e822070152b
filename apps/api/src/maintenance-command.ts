import { join } from 'node:path'
import { findInstallation } from './maintenance/find-installation.ts'
import { testRestore, writeBackup } from './maintenance/backup.ts'
import { recordRun } from './maintenance/record-run.ts'
import { OperatorError } from './lib/operator-error.ts'
import { runProgram } from './lib/run-program.ts'

/**
 * `npm run backup` writes the database to a file. With `restore-test`, `npm run restore-test`
 * restores the latest backup beside it and compares the two. Both record their result.
 */
await runProgram(async () => {
  const { environment, ownerUrl, backupUrl } = await findInstallation()
  const folder = environment.BACKUP_DIR ?? join(environment.DATA_DIR, 'backups')
  const isTest = process.argv[2] === 'restore-test'
  const kind = isTest ? 'restore_test' : 'backup'
  try {
    if (isTest) {
      const { file, differing } = await testRestore(backupUrl, folder)
      if (differing.length > 0)
        throw new OperatorError(`${file} was restored with other rows in ${differing.join(', ')}.`)
      console.log(`${file} was restored, and every table has its rows.`)
    } else console.log(`The database is in ${await writeBackup(backupUrl, folder, new Date())}.`)
  } catch (error) {
    await recordRun(ownerUrl, kind, false)
    throw error
  }
  await recordRun(ownerUrl, kind, true)
})
