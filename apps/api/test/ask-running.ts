import { join } from 'node:path'
import postgres, { type ParameterOrJSON } from 'postgres'
import { keptSecrets } from '../src/config/secrets.ts'
import { findRunningPort, findRunningServer } from '../src/db/embedded/find-running.ts'
import { runtimeRole } from '../src/db/prepare.ts'

/**
 * Runs statements in one transaction on the embedded database of the installation that runs on a
 * data folder, across all clients, for end-to-end tests whose data no endpoint can create yet. It
 * is started with an IPC channel and ends with it. Each message `{ id, verb: 'ask', given: {
 * dataDir, statements } }` gets the rows of the last statement, `{ id, answer }`, or `{ id, failure
 * }`. The verb `kill` kills PostgreSQL by SIGKILL and returns its process id.
 */
interface Message {
  id: number
  verb: 'ask' | 'kill'
  given: { dataDir: string; statements: [text: string, values: unknown[]][] }
}

async function kill({ dataDir }: Message['given']): Promise<number> {
  const running = await findRunningServer(join(dataDir, 'postgres'))
  if (!running) throw new Error(`Nothing runs on ${dataDir}.`)
  process.kill(running.pid, 'SIGKILL')
  return running.pid
}

async function ask({ dataDir, statements }: Message['given']): Promise<unknown> {
  const port = await findRunningPort(join(dataDir, 'postgres'))
  if (port === undefined) throw new Error(`Nothing runs on ${dataDir}.`)
  const { databasePasswords } = await keptSecrets(dataDir)
  const sql = postgres({
    host: '127.0.0.1',
    port,
    database: 'gatehouse',
    username: runtimeRole,
    password: databasePasswords.runtime,
    max: 1,
  })
  try {
    return await sql.begin(async (tx) => {
      await tx`select set_config('app.scope', 'installation', true)`
      let last: unknown = []
      for (const [text, values] of statements)
        last = await tx.unsafe(text, values as ParameterOrJSON<never>[])
      return last
    })
  } finally {
    await sql.end()
  }
}

const verbs = { ask, kill }
process.on('message', ({ id, verb, given }: Message) => {
  verbs[verb](given).then(
    (answer) => process.send?.({ id, answer }),
    (failure: unknown) => process.send?.({ id, failure: String(failure) }),
  )
})
process.send?.({ id: 0 })
