import { accounts, busiest, firstUserId, password } from '../../apps/api/test/bench/fill-database.ts'
import { makePhoto } from '../../apps/api/test/bench/make-photo.ts'
import { withFilledDatabase } from './fill.ts'
import { median } from './load.ts'
import { options } from './options.ts'
import { addressOf, logIn, type Server } from './servers.ts'

const ROWS = options.isLight ? 100 : 10_000
const PHOTO_SIDE = options.isLight ? 100 : 4000

/**
 * What takes long to read or to write, over a filled database (see `fill`): posters, an export of all users, the dry run of an import and a photo.
 * The figure of each is for how long it held the event loop at most, because guests wait for it.
 */
export async function benchFiles(): Promise<void> {
  await withFilledDatabase(async ({ gatehouse }) => {
    const authorization = `Bearer ${await logIn(gatehouse.port, accounts.admin, password)}`
    const read = (path: string) => ({ path, init: {}, headers: { authorization } })
    const write = (method: string, path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => ({
      path,
      init: { method, body },
      headers: { authorization, 'content-type': type },
    })
    for (const format of ['pdf', 'svg', 'png'])
      await measure(
        `a poster, ${format}`,
        gatehouse,
        read(`/sign-in-methods/${busiest.methodId}/poster?format=${format}&size=a4`),
      )
    await measure(`an export of ${0.8 * options.users} users`, gatehouse, read('/users/export?status=all'))
    await measure(
      `the dry run of an import of ${ROWS} users`,
      gatehouse,
      write('POST', '/users/import?dry_run=true', 'text/csv', people()),
    )
    await measure(
      `a photo of ${PHOTO_SIDE} × ${PHOTO_SIDE}`,
      gatehouse,
      write('PUT', `/users/${firstUserId}/photo`, 'image/jpeg', await makePhoto(PHOTO_SIDE)),
    )
  })
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

function people(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, number) =>
      `Person ${number},Import,import${number}@bench.example,0494${String(number).padStart(6, '0')},I${number}`,
  )
  return ['first_name,last_name,email,mobile,employee_number', ...rows].join('\n')
}
