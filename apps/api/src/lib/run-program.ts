import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from './operator-error.ts'

/**
 * Runs a program with the settings of the file `.env`, and ends it where it fails. Its files and those of its child
 * processes get mode 0600, its folders 0700.
 */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    const envFile = resolve(import.meta.dirname, '../../../../.env')
    if (existsSync(envFile)) process.loadEnvFile(envFile)
    await program()
  } catch (error) {
    console.error(error instanceof OperatorError ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}
