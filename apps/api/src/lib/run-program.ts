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
    console.error(needsStack(error) ? error : `\n${sentenceOf(error)}\n`)
    process.exit(1)
  }
}

/**
 * Errors of files, the network, the database and the command line have a code, and their message
 * says what to mend. Any other error is a fault of the program.
 */
export function needsStack(error: unknown): boolean {
  const reason = reasonOf(error)
  if (reason instanceof OperatorError) return false
  const code = codeOf(reason)
  return code === undefined || (code.startsWith('ERR_') && !code.startsWith('ERR_PARSE_ARGS'))
}

/** The error that others wrap, down to the sentence for the operator. */
function reasonOf(error: unknown): unknown {
  const isWrapped =
    error instanceof Error && error.cause instanceof Error && !(error instanceof OperatorError)
  return isWrapped ? reasonOf(error.cause) : error
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function sentenceOf(error: unknown): string {
  const reason = reasonOf(error)
  return (reason instanceof Error && reason.message) || `It failed with ${codeOf(reason)}.`
}
