import { parseArgs } from 'node:util'
import { groupSettings } from './config/config.ts'
import { secretKeysOf } from './config/secrets.ts'
import { createDatabase } from './db/client.ts'
import { readDataKey } from './db/data-key.ts'
import { createKeys } from './keys.ts'
import { OperatorError } from './lib/operator-error.ts'
import { runProgram } from './lib/run-program.ts'
import { findInstallation } from './maintenance/find-installation.ts'
import { recoverAdministrator, RECOVERY_MINUTES } from './modules/auth/two-step/recover-administrator.ts'

/**
 * `npm run recover -- --email …`: gives an administrator of the running installation access again,
 * without the password and the second factor. Prints a one-time link to choose a password.
 */
await runProgram(async () => {
  const { email } = parseArgs({ options: { email: { type: 'string' } }, allowPositionals: true }).values
  if (email === undefined) throw new OperatorError('Name the administrator: --email ana@example.org')
  const { environment, secrets, runtimeUrl } = await findInstallation()
  const db = createDatabase({ runtimeUrl, connections: 1, applicationName: 'gatehouse recover' })
  try {
    const { links } = createKeys(await readDataKey(db, secretKeysOf(secrets)))
    const token = await recoverAdministrator(db, { links, now: new Date() }, email)
    console.log(
      `The password and the second factor of ${email} were removed, and all sessions ended.\n` +
        `This link works once, for ${RECOVERY_MINUTES} minutes. Choose a new password there, then set up two-step authentication:\n\n` +
        `  ${groupSettings(environment, secrets).server.publicUrl}/reset_password?token=${token}\n`,
    )
  } finally {
    await db.close()
  }
})
