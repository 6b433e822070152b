import { serverLimits } from '@gatehouse/validation/limits'
import { readEnvironment } from './env.ts'
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
  if (process.argv[2] === 'secret') await rotateSecret(folder, SECRET_KEY !== undefined)
  else await rotateSigning(folder, SESSION_KEYS !== undefined)
})

async function rotateSigning(folder: string, isFromEnvironment: boolean): Promise<void> {
  if (isFromEnvironment) {
    throw new OperatorError(
      'The signing keys come from SESSION_KEYS here. Put a fresh seed after the present one there and restart every ' +
        'node, then put it first and restart again; docs/operations.md says why.',
    )
  }
  const live = await rotateKeys(folder)
  console.log(
    `A fresh key signs sessions from now on; ${live} keys are live. Running nodes take it up by themselves.`,
  )
  console.log(
    `Rotating once more ends every session that began before now: wait a day (${serverLimits.boardSessionDays} for board screens).`,
  )
}

async function rotateSecret(folder: string, isFromEnvironment: boolean): Promise<void> {
  if (isFromEnvironment) {
    throw new OperatorError(
      'The secret key comes from SECRET_KEY here. Put a fresh one before the present one there, separated by a comma, ' +
        'and restart every node; docs/operations.md says why.',
    )
  }
  await rotateSecretKey(folder)
  console.log('A fresh secret key is in place. It is taken up when Gatehouse starts the next time.')
}
