import { serverLimits } from '@gatehouse/validation/limits'
import { confirmInstallation } from './confirm-installation.ts'
import { isSet, readEnvironment } from './env.ts'
import { rotateKeys } from './key-file.ts'
import { rotateSecretKey } from './secrets.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { runProgram } from '../lib/run-program.ts'

/**
 * `npm run keys:rotate`: adds a key that signs sessions; its predecessor still verifies. With
 * `secret`, `npm run secret:rotate`: the next start wraps the database's data key with a new
 * SECRET_KEY.
 */
await runProgram(async () => {
  const { DATA_DIR: folder, SESSION_KEYS, SECRET_KEY } = readEnvironment(process.env)
  const isSecret = process.argv[2] === 'secret'
  assertKeptInFolder(isSecret ? { SECRET_KEY } : { SESSION_KEYS })
  await confirmInstallation(folder, isSet('DATA_DIR'))
  await (isSecret ? rotateSecret(folder) : rotateSigning(folder))
})

/** @throws OperatorError where the keys are a setting */
function assertKeptInFolder(keys: Record<string, readonly string[] | undefined>): void {
  for (const [setting, value] of Object.entries(keys))
    if (value !== undefined)
      throw new OperatorError(
        `The keys are in the setting ${setting}. docs/operations.md, “Keys”, says how to change it.`,
      )
}

async function rotateSigning(folder: string): Promise<void> {
  const live = await rotateKeys(folder)
  console.log(`A new key signs sessions. ${live} keys are valid. Running nodes read it automatically.`)
  console.log(
    `The next rotation ends all sessions from before this one: wait a day, or ${serverLimits.boardSessionDays} days for board screens.`,
  )
}

async function rotateSecret(folder: string): Promise<void> {
  await rotateSecretKey(folder)
  console.log('A new secret key is in place. Restart Gatehouse to use it.')
}
