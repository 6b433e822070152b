import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fillDatabase, isFilled } from '../../apps/api/test/bench/fill-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { repository } from './pages.ts'
import { createDatabase, startGatehouse, urlOf } from './servers.ts'

export interface FilledDatabase {
  server: EmbeddedPostgres
  url: string
  /** The folder of the measurement. */
  dataDir: string
}

/** Fills a database, unless it is there, and stops its server. */
export async function fill(): Promise<void> {
  const { server } = await openFilledDatabase()
  await server.stop()
}

/**
 * Starts the PostgreSQL of the folder `--data` with a database of `--visits` visits of the last year. The database is filled once and used
 * again.
 */
export async function openFilledDatabase(): Promise<FilledDatabase> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { visits: { type: 'string' }, data: { type: 'string' }, seed: { type: 'string' } },
  })
  const visits = Number(values.visits ?? 200_000)
  const seed = values.seed ?? 'gatehouse'
  const dataDir = resolve(values.data ?? join(repository, '.data/bench'))
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: true })
  try {
    const name = `bench_${visits}_${seed}`
    const url = urlOf(server.adminUrl, name)
    if (!(await isFilled(server.adminUrl, name))) {
      await createDatabase(server.adminUrl, name)
      // The program itself migrates the empty database and makes its keys.
      const program = await startGatehouse(url, dataDir)
      await program.stop()
      await fillDatabase({ url, name, visits, seed, now: new Date(), onProgress: console.log })
    }
    return { server, url, dataDir }
  } catch (error) {
    await server.stop()
    throw error
  }
}
