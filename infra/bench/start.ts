import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { options } from './options.ts'
import { repository } from './pages.ts'
import { Resources } from './resources.ts'
import { machine, residentMegabytes, startBare, startServer, stopServer, temporaryFolder } from './servers.ts'

const MEMORY_AFTER_S = options.isLight ? 0.1 : 60

/**
 * The time from the start of the program until it is ready, on an empty folder (with a new database
 * and the demo data) and again on the same folder, and its memory a minute later; against a bare
 * Fastify on a PostgreSQL that is started just before.
 */
export async function benchStart(): Promise<void> {
  await using resources = new Resources()
  const folder = await temporaryFolder(resources)
  console.log(machine())
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    DEMO: 'on',
    BREACH_URL: 'off',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  }
  for (const what of [
    'first start, empty folder',
    ...Array.from({ length: options.rounds }, () => 'warm start'),
  ])
    await measure(what, () =>
      startServer(join(repository, 'apps/api/src/main.ts'), ['--api-only'], '/health/ready', settings),
    )
  for (const what of ['bare, empty folder', 'bare, warm'])
    await measure(what, async () => {
      const database = await resources.keep(
        startEmbeddedPostgres({ dataDir: join(folder, 'bare'), durable: true, onProgress: () => {} }),
        (started) => started.stop(),
      )
      const bare = await startBare(database.adminUrl)
      return { ...bare, stop: () => bare.stop().then(() => database.stop()) }
    })
}

async function measure(what: string, start: () => ReturnType<typeof startServer>): Promise<void> {
  await using resources = new Resources()
  const begun = performance.now()
  const server = await resources.keep(start(), stopServer)
  const seconds = (performance.now() - begun) / 1000
  const atOnce = await residentMegabytes(server.pid)
  await sleep(MEMORY_AFTER_S * 1000)
  const later = await residentMegabytes(server.pid)
  console.log(
    `${what.padEnd(26)} ready after ${seconds.toFixed(2)} s   ${atOnce.toFixed(0)} MB, ${later.toFixed(0)} MB after ${MEMORY_AFTER_S} s`,
  )
}
