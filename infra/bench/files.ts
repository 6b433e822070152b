import { copyLog } from '../../apps/api/test/bench/copy-log.ts'
import { accounts, firstUserId, password } from '../../apps/api/test/bench/fill-database.ts'
import { DAY_MS } from '../../apps/api/src/lib/durations.ts'
import { limits } from '../../packages/validation/src/limits.ts'
import { makePhoto } from '../../apps/api/test/bench/make-photo.ts'
import { withFilledDatabase } from './fill.ts'
import { median } from './load.ts'
import { options } from './options.ts'
import { addressOf, logIn, processorTimes, residentMegabytes, type Server } from './servers.ts'

const ROWS = options.isLight ? 100 : 10_000
const PHOTO_SIDE = options.isLight ? 100 : 4000

/**
 * Slow reads and writes over a filled database (see `fill`): exports of all users and of a year of
 * the access log, an import and its dry run, and a photo.
 * Each figure is the longest block of the event loop, because guests wait for it.
 */
export async function benchFiles(): Promise<void> {
  await withFilledDatabase(async ({ gatehouse, databaseUrl }) => {
    const authorization = `Bearer ${await logIn(gatehouse.port, accounts.admin, password)}`
    const read = (path: string) => ({ path, init: {}, headers: { authorization } })
    const write = (method: string, path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => ({
      path,
      init: { method, body },
      headers: { authorization, 'content-type': type },
    })
    // First, because its memory is measured.
    await measureLogExport(gatehouse, authorization, databaseUrl)
    await measure(`an export of ${0.8 * options.users} users`, gatehouse, read('/users/export?status=all'))
    await measure(
      `the dry run of an import of ${ROWS} users`,
      gatehouse,
      write('POST', '/users/import?dry_run=true', 'text/csv', people()),
    )
    await measureImport(gatehouse, authorization)
    await measure(
      `a photo of ${PHOTO_SIDE} × ${PHOTO_SIDE}`,
      gatehouse,
      write('PUT', `/users/${firstUserId}/photo`, 'image/jpeg', await makePhoto(PHOTO_SIDE)),
    )
  })
}

const DAYS_OF_LOG = options.isLight ? 7 : 365

/**
 * The log of a client as CSV, alternating with `COPY … TO STDOUT` of the same rows, which
 * PostgreSQL writes itself: with the stored columns, and with those of the export. All are read as
 * streams.
 */
async function measureLogExport(server: Server, authorization: string, databaseUrl: string): Promise<void> {
  const to = new Date(Date.now() + DAY_MS).toISOString()
  const from = new Date(Date.now() - DAYS_OF_LOG * DAY_MS).toISOString()
  const rates: Record<'csv' | 'stored' | 'exported' | 'server' | 'database', number[]> = {
    csv: [],
    stored: [],
    exported: [],
    server: [],
    database: [],
  }
  const before = await residentMegabytes(server.pid)
  let most = before
  let sizes = ''
  for (let round = 0; round < options.rounds; round += 1) {
    const used = await processorTimes(server)
    const start = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${server.port}/api/access-log/export?format=csv&from=${from}&to=${to}`,
      { headers: { authorization, 'x-forwarded-for': addressOf(round + 1) } },
    )
    if (!response.ok || !response.body) throw new Error(`The export was answered with ${response.status}`)
    const rows = Number(response.headers.get('x-export-rows'))
    let bytes = 0
    let read = 0
    for await (const part of response.body) {
      bytes += part.byteLength
      read += 1
      if (read % 100 === 0) most = Math.max(most, await residentMegabytes(server.pid))
    }
    rates.csv.push((rows * 1000) / (performance.now() - start))
    const now = await processorTimes(server)
    rates.server.push(((now.server - used.server) * 1e6) / rows)
    rates.database.push(((now.database - used.database) * 1e6) / rows)
    for (const columns of ['stored', 'exported'] as const) {
      const copied = await copyLog(databaseUrl, from, to, columns)
      rates[columns].push(copied.rows / copied.seconds)
      sizes = `${rows} rows, ${(bytes / 1024 / 1024).toFixed(0)} MB; COPY ${copied.rows} rows`
    }
  }
  const [csv, stored, exported] = [median(rates.csv), median(rates.stored), median(rates.exported)]
  const name = 'an export of the access log'.padEnd(40)
  console.log(
    `${name} ${csv.toFixed(0).padStart(6)} rows/s; ${(csv / stored).toFixed(2)} of COPY as stored (${stored.toFixed(0)}), ${(csv / exported).toFixed(2)} of COPY of its columns (${exported.toFixed(0)})   ${sizes}`,
  )
  console.log(
    `${name} ${median(rates.server).toFixed(1)} µs of the server's processor and ${median(rates.database).toFixed(1)} µs of PostgreSQL's for a row   ${before.toFixed(0)} MB resident before, ${most.toFixed(0)} MB at most`,
  )
}

interface Request {
  path: string
  init: Pick<RequestInit, 'method' | 'body'>
  headers: Record<string, string>
}

async function measure(what: string, server: Server, { path, init, headers }: Request): Promise<void> {
  const times: number[] = []
  const holds: number[] = []
  // The first time loads libraries and fonts.
  for (let round = 0; round <= options.rounds; round += 1) {
    await server.longestHold()
    const start = performance.now()
    const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
      ...init,
      headers: { ...headers, 'x-forwarded-for': addressOf(round + 1) },
    })
    const { byteLength } = await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    times.push(performance.now() - start)
    const { processor } = await server.longestHold()
    holds.push(processor)
    if (round < options.rounds) continue
    const later = (values: number[]) => values.slice(1)
    console.log(
      `${what.padEnd(40)} ${median(later(times)).toFixed(0).padStart(6)} ms, ${(byteLength / 1024).toFixed(0)} kB   event loop held ${Math.max(...later(holds)).toFixed(1)} ms at most, ${holds[0]?.toFixed(1)} ms the first time`,
    )
  }
}

/**
 * An import as the portal sends it, in parts, of people whom no earlier run has imported. They stay
 * in the database.
 */
async function measureImport({ port, longestHold }: Server, authorization: string): Promise<void> {
  const run = `${Date.now()}-`
  const size = limits.importFile.rowsAtOnce
  await longestHold()
  const start = performance.now()
  let created = 0
  for (let first = 0; first < ROWS; first += size) {
    const response = await fetch(`http://127.0.0.1:${port}/api/users/import?dry_run=false&invite=false`, {
      method: 'POST',
      body: people(Math.min(size, ROWS - first), first, run),
      headers: { authorization, 'content-type': 'text/csv', 'x-forwarded-for': addressOf(first) },
    })
    const report: unknown = await response.json()
    if (typeof report === 'object' && report && 'created' in report) created += Number(report.created)
  }
  if (created !== ROWS) throw new Error(`${created} of ${ROWS} users were imported`)
  const seconds = (performance.now() - start) / 1000
  const { processor } = await longestHold()
  console.log(
    `${`an import of ${ROWS} users in parts of ${size}`.padEnd(40)} ${seconds.toFixed(1).padStart(6)} s   event loop held ${processor.toFixed(1)} ms at most`,
  )
}

function people(count = ROWS, first = 0, run = ''): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = first + at
    return `Person ${number},Import,import${run}${number}@bench.example,0494${String(number).padStart(6, '0')},I${run}${number}`
  })
  return ['first_name,last_name,email,mobile,employee_number', ...rows].join('\n')
}
