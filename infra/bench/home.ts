import { accounts, busiest, password } from '../../apps/api/test/bench/fill-database.ts'
import { catchUp } from './catch-up.ts'
import { withFilledDatabase } from './fill.ts'
import { halfLoad, pace, saturate } from './load.ts'
import { options } from './options.ts'
import { measureReader, readRequest, tell } from './readers.ts'
import { checkInRequests, logIn } from './servers.ts'

const READERS = 12
const CONNECTIONS = 32
const periods = ['today', 'day', 'week', 'month', 'year'] as const

/**
 * Home over a filled database (see `fill`): each period, for one site and all sites, for a site
 * admin, an admin and a Manager, against a bare Fastify that selects one row. Then check-ins, at
 * half load and at an eighth of it, alone and with twelve readers.
 */
export async function benchHome(): Promise<void> {
  await withFilledDatabase(async ({ gatehouse, reference, databaseUrl }) => {
    const { port } = gatehouse
    const tokens = {
      'site admin': await logIn(port, accounts.siteAdmin, password),
      admin: await logIn(port, accounts.admin, password),
      Manager: await logIn(port, accounts.manager, password),
    }
    for (const [who, token] of Object.entries(tokens)) {
      for (const period of periods) {
        const request = homeRequest(token, [`period=${period}`])
        await measureReader(`${who}, all sites, ${period}`, gatehouse, request, reference)
      }
    }
    for (const period of periods) {
      const request = homeRequest(tokens.admin, [`period=${period}&site=${busiest.siteId}`])
      await measureReader(`admin, one site, ${period}`, gatehouse, request, reference)
    }
    const seconds = 4 * options.seconds
    const checkIns = { port, request: checkInRequests(busiest.methodId) }
    await saturate(checkIns, CONNECTIONS, options.seconds)
    const half = await halfLoad(checkIns, CONNECTIONS, options.seconds)
    const searches = periods.flatMap((period) => [
      `period=${period}`,
      `period=${period}&site=${busiest.siteId}`,
    ])
    for (const perSecond of [half, half / 8]) {
      const paced = () => pace(checkIns, perSecond, CONNECTIONS, seconds)
      await catchUp(databaseUrl)
      tell(`check-ins, ${perSecond.toFixed(0)}/s, alone`, await paced())
      for (const who of ['admin', 'site admin'] as const) {
        const request = homeRequest(tokens[who], searches)
        await catchUp(databaseUrl)
        const [beside, reads] = await Promise.all([paced(), saturate({ port, request }, READERS, seconds)])
        tell(`check-ins, ${perSecond.toFixed(0)}/s, beside ${READERS} readers (${who})`, beside)
        tell(`${READERS} readers (${who}), ${(reads.samples.length / seconds).toFixed(0)}/s`, reads)
      }
    }
  })
}

const homeRequest = (token: string, searches: string[]) =>
  readRequest(
    token,
    searches.map((search) => `/dashboard?${search}`),
  )
