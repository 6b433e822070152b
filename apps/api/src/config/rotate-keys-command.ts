import { limits } from '@gatehouse/validation/limits'
import { readEnvironment, SettingsError } from './env.ts'
import { rotateKeys } from './key-file.ts'

/** What `npm run keys:rotate` runs: a fresh key signs sessions from now on, and the one before it still verifies. */
try {
  const { DATA_DIR: folder, SESSION_KEYS: fromEnvironment } = readEnvironment(process.env)
  if (fromEnvironment) {
    throw new SettingsError(
      'The signing keys come from SESSION_KEYS here. Put a fresh seed after the present one there and restart every ' +
        'node, then put it first and restart again; docs/operations.md says why.',
    )
  }
  const live = await rotateKeys(folder)
  console.log(
    `A fresh key signs sessions from now on; ${live} keys are live. Running nodes take it up by themselves.`,
  )
  console.log(
    `Rotating once more ends every session that began before now: wait a day (${limits.boardSessionDays} for board screens).`,
  )
} catch (error) {
  console.error(error instanceof SettingsError ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
