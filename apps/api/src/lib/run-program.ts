import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from './operator-error.ts'

/**
 * Runs a program with the settings of the file `.env`, and exits where it fails. Files and folders
 * of it and its child processes get the modes 0600 and 0700.
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
