import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const repository = join(import.meta.dirname, '..')

/** An SQL statement and its values. */
export type Statement = [text: string, values: readonly unknown[]]

/**
 * Runs statements in one transaction of the database of an installation that runs, by default the one of the journeys, across
 * its clients. Resolves with the rows of the last one.
 */
export async function askDatabase(
  statements: readonly Statement[],
  dataDir = process.env['DATA_DIR'] ?? join(repository, '.data/e2e/data'),
): Promise<Record<string, unknown>[]> {
  const command = join(repository, 'apps/api/test/ask-running.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command, JSON.stringify(statements)], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  return JSON.parse(stdout) as Record<string, unknown>[]
}
