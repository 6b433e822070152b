import { spawn } from 'node:child_process'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * Runs a program of the PostgreSQL client. The password does not stand on its command line, which others can see.
 * @throws OperatorError where it is not installed, and where it fails; it has said why
 */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(name, [...args, `--dbname=${address.href}`], {
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('exit', resolve)
  const code = await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new OperatorError(
      `${name} is not installed. Install the PostgreSQL client in the version of the server or a later one.`,
    )
  })
  if (code !== 0)
    throw new OperatorError(`${name} failed. docs/operations.md says which login it needs (Backups).`)
}
