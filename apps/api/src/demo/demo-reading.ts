import { join } from 'node:path'
import { limits } from '@gatehouse/validation/limits'
import type { Environment } from '../config/env.ts'
import { readSecrets } from '../config/secrets.ts'
import { isDatabaseUnavailable } from '../db/query-errors.ts'
import { createDatabase, type Database } from '../db/client.ts'
import { findLogin } from '../db/tenant-lookups.ts'
import { findRunningPort } from '../db/embedded/find-running.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { prepareServer, runtimeRole } from '../db/prepare.ts'
import { emailKey } from '../modules/auth/account.ts'
import { type ReadingFault, ReadingRefusedError, recordReading } from '../modules/readings/record-reading.ts'
import { demoAccounts, demoKeys } from './accounts.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { hasCode } from '../lib/has-code.ts'

const example = `npm run demo:reading -- ${demoKeys.temperature} 36.6`
const notRunning =
  'Gatehouse is not running on this data. Start it in another terminal with: npm start. ' +
  'Where it was started with a DATA_DIR or DATABASE_URL of its own, set the same one here.'

/**
 * Simulates a device: writes a reading into the database of the running demo installation and
 * returns its code.
 * @param words the key of the method and the temperature in °C
 * @throws OperatorError
 */
export async function takeDemoReading(
  environment: Environment,
  words: readonly string[],
  now: Date,
): Promise<{ key: string; temperature: number; code: string; expiresAt: Date }> {
  const [key, temperature] = readWords(words)
  const db = await openRunningDatabase(environment)
  try {
    await assertDemo(db)
    return { key, temperature, ...(await recordReading({ db, now }, { key, temperature })) }
  } catch (error) {
    throw sentenceOf(error, key)
  } finally {
    await db.close()
  }
}

function readWords([key, temperature, ...rest]: readonly string[]): [key: string, temperature: number] {
  if (key === undefined || temperature === undefined || rest.length > 0)
    throw new OperatorError(`Name a key and a temperature in °C, as in: ${example}`)
  if (!/^\d+([.,]\d+)?$/.test(temperature))
    throw new OperatorError(`“${temperature}” is not a temperature. Write degrees Celsius, as in: ${example}`)
  return [key.toUpperCase(), Number(temperature.replace(',', '.'))]
}

/**
 * Connects to the database of the installation that runs with this environment.
 * @throws OperatorError where none runs, or where it has no demo data
 */
export async function openRunningDatabase(environment: Environment): Promise<Database> {
  const { DATABASE_URL: databaseUrl, DATABASE_RUNTIME_URL: runtimeUrl } = environment
  if (environment.NODE_ENV === 'production' || !(environment.DEMO ?? databaseUrl === undefined))
    throw new OperatorError('Readings are made up only where demo data is on, and never in production.')
  try {
    const url =
      databaseUrl === undefined
        ? await embeddedUrl(environment)
        : (await prepareServer({ databaseUrl, runtimeUrl, startingMs: 0 })).runtimeUrl
    return createDatabase({ runtimeUrl: url, connections: 1, applicationName: 'gatehouse demo reading' })
  } catch (error) {
    throw sentenceOf(error)
  }
}

async function embeddedUrl(environment: Environment): Promise<string> {
  // This is checked first: `readSecrets` would create secrets in a folder that has none.
  const port = await findRunningPort(join(environment.DATA_DIR, 'postgres'))
  if (port === undefined) throw new OperatorError(notRunning)
  const { databasePasswords } = await readSecrets(environment)
  return `postgres://${runtimeRole}:${encodeURIComponent(databasePasswords.runtime)}@127.0.0.1:${port}/gatehouse`
}

/** Simulated temperatures are only allowed beside demo data, whose accounts are public. */
async function assertDemo(db: Database): Promise<void> {
  if (!(await isSchemaCurrent(db)))
    throw new OperatorError('The Gatehouse that runs is older than this checkout. Start it again: npm start')
  if (!(await findLogin(db, emailKey(demoAccounts[0].email))))
    throw new OperatorError('This installation has no demo data, so its readings come from devices only.')
}

const { min, max } = limits.readingCelsius
const faults: Record<ReadingFault, (key: string) => string> = {
  unknown_method: (key) => `No sign-in method has the key “${key}”. Try it with ${demoKeys.temperature}.`,
  not_measuring: (key) => `${key} does not measure temperatures. Try it with ${demoKeys.temperature}.`,
  implausible: () => `A temperature lies between ${min} and ${max} °C.`,
  too_late: () => 'This reading is too old for a code.',
}

function sentenceOf(error: unknown, key = ''): unknown {
  if (error instanceof ReadingRefusedError) return new OperatorError(faults[error.fault](key))
  if (isDatabaseUnavailable(error instanceof OperatorError ? error.cause : error))
    return new OperatorError(notRunning, { cause: error })
  if (hasCode(error, 'EACCES', 'EPERM')) {
    return new OperatorError('The data here belongs to another user: ask as the one who started Gatehouse.', {
      cause: error,
    })
  }
  return error
}
