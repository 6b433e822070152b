import { mkdir } from 'node:fs/promises'
import { groupSettings } from './config/config.ts'
import { findInstallation } from './maintenance/find-installation.ts'
import { recordRun } from './maintenance/record-run.ts'
import { testRestore } from './maintenance/restore.ts'
import { findBackups, writeBackup } from './maintenance/write-backup.ts'
import { OperatorError } from './lib/operator-error.ts'
import { runProgram } from './lib/run-program.ts'
import { version } from './lib/version.ts'
import { createPhotoStore } from './storage/photos.ts'

/**
 * `npm run backup` backs up the running installation. With `restore-test`, `npm run restore-test`
 * restores the latest backup beside it and reads every table. Both record their result.
 */
await runProgram(async () => {
  const { environment, secrets, ownerUrl, backupSource: source } = await findInstallation()
  const { backup, dataDir, s3 } = groupSettings(environment, secrets)
  const isTest = process.argv[2] === 'restore-test'
  const kind = isTest ? 'restore_test' : 'backup'
  const start = performance.now()
  const took = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  try {
    if (isTest) {
      const latest = (await findBackups(backup.folder)).at(0)
      if (!latest) throw new OperatorError(`There is no backup in ${backup.folder}. Make one first.`)
      const rows = await testRestore(latest.folder, source, dataDir)
      await recordRun(ownerUrl, kind, true)
      console.log(`${latest.folder} was restored and read in ${took()}: ${rows} rows.`)
      return
    }
    await mkdir(backup.folder, { recursive: true })
    const parts = { source, photos: createPhotoStore(dataDir, s3), folder: backup.folder, version }
    const written = await writeBackup(parts, new Date(), new AbortController().signal)
    if (!written) throw new OperatorError('Another backup is being made. Try again when it has ended.')
    await recordRun(ownerUrl, kind, true, written.bytes)
    console.log(
      `The backup is in ${written.folder} (${Math.ceil(written.bytes / 1e6)} MB, ${took()}).\n` +
        `It contains no keys: keep ${whereKeysAre(environment.SECRET_KEY !== undefined, dataDir)} in another place.`,
    )
  } catch (error) {
    // A database that stores nothing must not hide the reason.
    await recordRun(ownerUrl, kind, false).catch(() => undefined)
    throw error
  }
})

function whereKeysAre(isSetting: boolean, dataDir: string): string {
  return isSetting ? 'the settings SECRET_KEY and SESSION_KEYS' : `${dataDir}/secrets.json`
}
