/**
 * Runs statements in one transaction on the embedded database of the installation that runs on DATA_DIR, across all clients.
 * It is for journeys that need data which no endpoint can create yet.
 *
 *   node test/ask-running.ts '[["select id from users where email = $1", ["ada@first.example"]]]'
 *
 * Prints the rows of the last statement as JSON.
 */
import { join } from 'node:path'
import postgres, { type ParameterOrJSON } from 'postgres'
import * as v from 'valibot'
import { keptSecrets } from '../src/config/secrets.ts'
import { findRunningPort } from '../src/db/embedded/find-running.ts'
import { runtimeRole } from '../src/db/prepare.ts'

const Statements = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.array(v.unknown())])))

const dataDir = process.env['DATA_DIR']
if (!dataDir) throw new Error('DATA_DIR must be the folder of the installation.')
const statements = v.parse(Statements, process.argv[2])
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
  const rows = await sql.begin(async (tx) => {
    await tx`select set_config('app.scope', 'installation', true)`
    let last: unknown = []
    for (const [text, values] of statements) last = await tx.unsafe(text, values as ParameterOrJSON<never>[])
    return last
  })
  console.log(JSON.stringify(rows))
} finally {
  await sql.end()
}
