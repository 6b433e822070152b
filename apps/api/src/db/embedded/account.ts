import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { EmbeddedPostgresError, hasCode } from './embedded-postgres-error.ts'

/** A system user that a child process can be started as. */
export type Account = { name: string; uid: number; gid: number }

/** Picks the first of the wanted names out of the text of a passwd file. */
export function accountFrom(passwd: string, wanted: readonly string[]): Account | undefined {
  const rows = passwd.split('\n').map((line) => line.split(':'))
  for (const name of wanted) {
    const [, , uid, gid] = rows.find((row) => row[0] === name) ?? []
    if (Number(uid) > 0 && Number(gid) >= 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/**
 * PostgreSQL refuses to run as root. Answers whom to run it as: whoever owns the data already, else `postgres`,
 * else `nobody`; undefined means "as ourselves".
 */
export async function serverAccount(existingData: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  try {
    const { uid, gid } = await stat(existingData)
    if (uid !== 0) return { name: `user ${uid}`, uid, gid }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const account = accountFrom(readFileSync('/etc/passwd', 'utf8'), ['postgres', 'nobody'])
  if (account) return account
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor a user "nobody". ' +
      'Start Gatehouse as an ordinary user, or set DATABASE_URL.',
  )
}
