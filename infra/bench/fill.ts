import { join, resolve } from 'node:path'
import { fillDatabase, isFilled } from '../../apps/api/test/bench/fill-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { options } from './options.ts'
import { repository } from './pages.ts'
import { measureReader } from './readers.ts'
import {
  createDatabase,
  httpRequest,
  machine,
  type Server,
  startGatehouse,
  startServer,
  urlOf,
} from './servers.ts'

const dataDir = resolve(options.dataDir ?? join(repository, '.data/bench'))

/** Fills a database, unless it is there, and stops its server. */
export async function fill(): Promise<void> {
  const { server } = await openFilledDatabase()
  await server.stop()
}

/** Starts the program on the filled database, and measures after a bare Fastify that selects one row of it. */
export async function withFilledDatabase(
  measure: (servers: { gatehouse: Server }) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const { server, url } = await openFilledDatabase()
  stack.defer(() => server.stop())
  const gatehouse = await startGatehouse(url, dataDir)
  stack.defer(() => gatehouse.stop())
  const bare = await startServer(join(repository, 'apps/api/test/bench/bare-select-server.ts'), [], '/', {
    DATABASE_URL: url,
  })
  stack.defer(() => bare.stop())
  console.log(
    `${machine()}; one reader, ${options.seconds} s each; ${options.visits} visits of ${options.sites} sites, ${options.users} users`,
  )
  await measureReader('a bare select', bare, () => httpRequest('GET /'))
  await measure({ gatehouse })
}

/**
 * Starts the PostgreSQL of the folder `--data` with a database of `--visits` visits of the last year. The database is filled once and used
 * again.
 */
async function openFilledDatabase(): Promise<{ server: EmbeddedPostgres; url: string }> {
  const { sites, visits, users, seed } = options
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true })
  try {
    const name = `bench_${sites}_${visits}_${seed}`
    const url = urlOf(server.adminUrl, name)
    if (!(await isFilled(server.adminUrl, name))) {
      await createDatabase(server.adminUrl, name)
      // The program itself migrates the empty database and makes its keys.
      const program = await startGatehouse(url, dataDir)
      await program.stop()
      await fillDatabase({ url, name, sites, visits, users, seed, now: new Date(), onProgress: console.log })
    }
    return { server, url }
  } catch (error) {
    await server.stop()
    throw error
  }
}
