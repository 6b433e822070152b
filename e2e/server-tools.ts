import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const repository = join(import.meta.dirname, '..')
const ownData = process.env['DATA_DIR'] ?? join(repository, '.data/e2e/data')

/** An SQL statement and its values. */
export type Statement = [text: string, values: readonly unknown[]]

/**
 * Runs statements in one transaction on the database of a running installation, across its clients. Without `dataDir` it is the
 * installation of the journeys. Resolves with the rows of the last statement.
 */
export async function askDatabase(
  statements: readonly Statement[],
  dataDir = ownData,
): Promise<Record<string, unknown>[]> {
  const printed = await run('apps/api/test/ask-running.ts', [JSON.stringify(statements)], {
    DATA_DIR: dataDir,
  })
  return JSON.parse(printed) as Record<string, unknown>[]
}

/** The code that the simulated device at a method shows for a temperature in °C. */
export async function readTemperature(key: string, celsius: string): Promise<string> {
  const settings = { DATA_DIR: ownData, NODE_ENV: 'test' }
  const printed = await run('apps/api/src/demo/demo-reading-command.ts', [key, celsius], settings)
  return printed.trim()
}

async function run(command: string, args: string[], settings: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(repository, command), ...args], {
    env: { ...process.env, ...settings },
  })
  return stdout
}
