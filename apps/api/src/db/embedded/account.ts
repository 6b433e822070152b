import { readFileSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { hasCode } from '../../lib/has-code.ts'

/** A system user for child processes. */
export type Account = { name: string; uid: number; gid: number }

/** Finds the first of the wanted names in the text of a passwd file. */
export function accountFrom(passwd: string, wanted: readonly string[]): Account | undefined {
  const rows = passwd.split('\n').map((line) => line.split(':'))
  for (const name of wanted) {
    const [, , uid, gid] = rows.find((row) => row[0] === name) ?? []
    if (Number(uid) > 0 && Number(gid) >= 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of the data, else
 * `postgres`, else `nobody`. Undefined means this process's own account.
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
  throw new OperatorError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor a user "nobody". ' +
      'Start Gatehouse as an ordinary user, or set DATABASE_URL.',
  )
}

/** Whether the account has a permission on the entry: 4 to read, 1 to execute or enter. */
function permits(entry: { mode: number; uid: number; gid: number }, account: Account, bit: 4 | 1): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  return (entry.mode & (bit << shift)) !== 0
}

/** Whether the account can enter every folder down to this one, the folder itself included. */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  let current = await realpath(folder)
  for (;;) {
    if (!permits(await stat(current), account, 1)) return false
    const parent = dirname(current)
    if (parent === current) return true
    current = parent
  }
}

/** Whether the account can reach and run this program. */
export async function canRun(program: string, account: Account): Promise<boolean> {
  const file = await realpath(program)
  return permits(await stat(file), account, 1) && (await canEnter(dirname(file), account))
}
