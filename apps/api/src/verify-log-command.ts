import { parseArgs } from 'node:util'
import { secretKeysOf } from './config/secrets.ts'
import { createDatabase } from './db/client.ts'
import { openDataKey } from './db/data-key.ts'
import { installationScope } from './db/scopes.ts'
import { findInstallation } from './maintenance/find-installation.ts'
import { createKeys } from './keys.ts'
import { recordRun } from './maintenance/record-run.ts'
import { hasHead, type LogFault, verifyLog } from './modules/access-log/chain/verify.ts'
import { runProgram } from './lib/run-program.ts'

/**
 * `pnpm --filter @gatehouse/api run verify-log`: verifies the access log's chain in the running
 * installation, and reports the first fault of each client. `-- --head <hash>` (repeatable) checks
 * that a log still has the entry of a saved head. The exit code is 1 where there is any fault.
 */
await runProgram(async () => {
  const { head: heads = [] } = parseArgs({ options: { head: { type: 'string', multiple: true } } }).values
  const { secrets, ownerUrl, runtimeUrl } = await findInstallation()
  const dataKey = await openDataKey(ownerUrl, secretKeysOf(secrets), { onProgress: console.log })
  let isWhole = true
  const db = createDatabase({ runtimeUrl, connections: 1, applicationName: 'gatehouse verify log' })
  try {
    const digests = createKeys(dataKey).logDigests
    for await (const log of verifyLog({ db, installation: installationScope(), digests })) {
      const { clientId, entries, head, fault } = log
      console.log(`${clientId}: ${entries} entries, the last one ${Buffer.from(head).toString('hex') || '–'}`)
      if (!fault) continue
      console.log(`${clientId}: ${sentenceOf(fault)}`)
      isWhole = false
    }
    for (const head of heads) {
      // oxlint-disable-next-line no-await-in-loop -- few heads
      const isKept = await hasHead({ db, installation: installationScope() }, head)
      console.log(
        `head ${head}: ${isKept ? 'in the log' : 'in no log; the end of a log was removed or rewritten'}`,
      )
      if (!isKept) isWhole = false
    }
  } finally {
    await db.close()
  }
  await recordRun(ownerUrl, 'log_check', isWhole)
  if (!isWhole) process.exitCode = 1
})

function sentenceOf({ fault, record, recordId, position }: LogFault): string {
  const which = `${record ?? 'record'} ${recordId ?? ''}`.trim()
  if (fault === 'chain')
    return `entry ${position} of the chain was changed, added or removed; it now belongs to the ${which}`
  if (fault === 'added') return `the ${which} was added outside Gatehouse`
  return `the ${which} was ${fault}; its entry is ${position}`
}
