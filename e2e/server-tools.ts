import { dataFolder } from './data-folder.ts'
import { type Program, startProgram } from './programs.ts'

const ownData = process.env['DATA_DIR'] ?? dataFolder('data')

/** An SQL statement and its values. */
export type Statement = [text: string, values: readonly unknown[]]

/** Started once in each worker. */
let asking: Promise<Program> | undefined

/**
 * Runs statements in one transaction on the database of a running installation, across its clients;
 * by default on the journeys' one.
 * @returns the rows of the last statement
 */
export async function askDatabase(
  statements: readonly Statement[],
  dataDir = ownData,
): Promise<Record<string, unknown>[]> {
  return (await askingProgram()).call('ask', { dataDir, statements })
}

/** Kills an installation's PostgreSQL, which the program has to restart. */
export async function killDatabase(dataDir: string): Promise<void> {
  await (await askingProgram()).call('kill', { dataDir })
}

function askingProgram(): Promise<Program> {
  asking ??= startProgram('apps/api/test/ask-running.ts', {})
  return asking
}
