import { join } from 'node:path'
import { readEnvironment } from '../config/env.ts'
import { readSecrets } from '../config/secrets.ts'
import { assertSchemaReadable } from '../db/migrate.ts'
import { findRunningServer } from '../db/embedded/find-running.ts'
import {
  type BackupSource,
  embeddedDatabase,
  ownerRole,
  type PreparedDatabase,
  prepareServer,
  runtimeRole,
} from '../db/prepare.ts'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * What a command needs to know about the running installation. Starts no server.
 * @throws OperatorError where the embedded server does not run, or a later version migrated it
 */
export async function findInstallation() {
  const environment = readEnvironment(process.env)
  const secrets = await readSecrets(environment, false)
  const database = await findDatabase(environment, secrets)
  await assertSchemaReadable(database.ownerUrl)
  return { environment, secrets, ...database }
}

async function findDatabase(
  environment: ReturnType<typeof readEnvironment>,
  { databasePasswords }: Awaited<ReturnType<typeof readSecrets>>,
): Promise<PreparedDatabase & { backupSource: BackupSource }> {
  const { DATABASE_URL: databaseUrl, DATABASE_RUNTIME_URL: given, DATA_DIR } = environment
  if (databaseUrl !== undefined) {
    const prepared = await prepareServer({ databaseUrl, runtimeUrl: given, startingMs: 0 })
    const url = environment.BACKUP_DATABASE_URL ?? databaseUrl
    return { ...prepared, backupSource: { kind: 'dump', url } }
  }
  const server = await findRunningServer(join(DATA_DIR, 'postgres'))
  if (!server) throw new OperatorError('Gatehouse is not running on this data. Start it first.')
  const urlOf = (role: string, password: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${embeddedDatabase}`
  return {
    ownerUrl: urlOf(ownerRole, databasePasswords.owner),
    runtimeUrl: urlOf(runtimeRole, databasePasswords.runtime),
    backupSource: {
      kind: 'cluster',
      url: urlOf('postgres', await server.readPassword()),
      data: server.data,
    },
  }
}
