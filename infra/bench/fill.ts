import { join, resolve } from 'node:path'
import { fillDatabase, isFilled } from '../../apps/api/test/bench/fill-database.ts'
import { putOffRetention } from '../../apps/api/test/bench/put-off-retention.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { options } from './options.ts'
import { repository } from './pages.ts'
import { Resources } from './resources.ts'
import { measureReader, type Reference } from './readers.ts'
import {
  createDatabase,
  httpRequest,
  machine,
  type Server,
  startGatehouse,
  startServer,
  stopServer,
  urlOf,
} from './servers.ts'

const dataDir = resolve(options.dataDir ?? join(repository, '.data/bench'))

/** Fills a database, unless it exists, and stops its server. */
export async function fill(): Promise<void> {
  await using resources = new Resources()
  await openFilledDatabase(resources)
}

/**
 * Starts the program on the filled database, and measures it after a bare Fastify that selects one
 * row.
 */
export async function withFilledDatabase(
  measure: (servers: { gatehouse: Server; reference: Reference; databaseUrl: string }) => Promise<void>,
): Promise<void> {
  await using resources = new Resources()
  const url = await openFilledDatabase(resources)
  const gatehouse = await resources.keep(startGatehouse(url, dataDir), stopServer)
  const bare = await resources.keep(
    startServer(join(repository, 'apps/api/test/bench/bare-select-server.ts'), [], '/', {
      DATABASE_URL: url,
    }),
    stopServer,
  )
  console.log(
    `${machine()}; one reader, ${options.seconds} s each; ${options.visits} visits of ${options.sites} sites, ${options.users} users`,
  )
  const reference = await measureReader('a bare select', bare, () => httpRequest('GET /'))
  await measure({ gatehouse, reference, databaseUrl: url })
}

/**
 * Starts the PostgreSQL of the folder `--data` with a database of `--visits` visits of the last
 * year. The database is filled once and reused.
 */
async function openFilledDatabase(resources: Resources): Promise<string> {
  const { sites, visits, users, seed } = options
  const { adminUrl } = await resources.keep(
    startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true }),
    (started) => started.stop(),
  )
  const name = `bench_${sites}_${visits}_${seed}`
  const url = urlOf(adminUrl, name)
  if (await isFilled(adminUrl, name)) {
    await putOffRetention(url)
    return url
  }
  await createDatabase(adminUrl, name)
  // The program itself migrates the empty database and creates its keys.
  const program = await resources.keep(startGatehouse(url, dataDir), stopServer)
  await program.stop()
  await fillDatabase({ url, name, sites, visits, users, seed, now: new Date(), onProgress: console.log })
  await putOffRetention(url)
  return url
}
