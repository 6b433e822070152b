import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

/** Which of the three permission digits counts for this account. */
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
