import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEmptyInstallation,
  type EmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from '../../running-server.ts'
import { percentile } from '../nodes.ts'

const EXPIRED_ROWS = 1_000_000
const PER_SECOND = 50
const LONGEST_MS = 3_600_000
const P99_MS = 50
const CALM_MS = 20_000

let installation: EmptyInstallation
let settings: Record<string, string>
let sql: Sql

beforeAll(async () => {
  installation = await createEmptyInstallation('purge')
  sql = installation.sql
  settings = {
    ...installation.settings,
    DEMO: 'on',
    PORT: String(await freePort()),
    TRUSTED_PROXIES: '127.0.0.1',
  }
})
afterAll(async () => {
  await installation.remove()
})

let visitors = 0

async function methodIdAt(origin: string): Promise<string> {
  const page = await fetch(`${origin}/api/checkin/machine-data?method=GATE`)
  return ((await page.json()) as { id: string }).id
}

/** Sends one check-in from its own IP address. @returns its milliseconds */
async function checkIn(origin: string, machineId: string): Promise<number> {
  visitors += 1
  const start = performance.now()
  const response = await fetch(`${origin}/api/checkin`, {
    method: 'POST',
    body: JSON.stringify({
      firstName: `Visitor ${visitors}`,
      lastName: 'Busy',
      mobile: '0491570156',
      machineId,
    }),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
    },
  })
  expect(response.status, await response.text()).toBe(200)
  return performance.now() - start
}

/** Sends check-ins at the rate while `isGoingOn` says so. @returns the milliseconds of each */
async function keepCheckingIn(origin: string, machineId: string, isGoingOn: () => Promise<boolean>) {
  const sending: Promise<number>[] = []
  const timer = setInterval(() => sending.push(checkIn(origin, machineId)), 1000 / PER_SECOND)
  try {
    while (await isGoingOn()) await delay(250)
  } finally {
    clearInterval(timer)
  }
  return Promise.all(sending)
}

it(
  `${EXPIRED_ROWS} expired rows each of two tables are gone within an hour beside ${PER_SECOND} check-ins a second, whose p99 stays under ${P99_MS} ms`,
  async () => {
    const first: RunningServer = await startRunningServer(settings)
    const calmUntil = performance.now() + CALM_MS
    const calm = await keepCheckingIn(
      first.origin,
      await methodIdAt(first.origin),
      async () => performance.now() < calmUntil,
    )
    await first.stop()
    await sql`insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
    select m.client_id, m.id, gen_random_uuid(), decode(repeat('ab', 32), 'hex'), 200, repeat('x', 300),
      now() - interval '8 days' - number * interval '1 second'
    from (select client_id, id from sign_in_methods limit 1) m, generate_series(1, ${EXPIRED_ROWS}) number`
    await sql`insert into outbox (client_id, id, type, subject, payload, queued_at)
    select c.id, gen_random_uuid(), 'mail.notice', gen_random_uuid()::text, '{"site": "a site"}',
      now() - interval '8 days' - number * interval '1 second'
    from (select id from clients limit 1) c, generate_series(1, ${EXPIRED_ROWS}) number`
    await sql`analyze`

    const begun = performance.now()
    const server = await startRunningServer(settings)
    const isExpiredLeft = async (): Promise<boolean> => {
      expect(performance.now() - begun).toBeLessThan(LONGEST_MS)
      const [row] = await sql<{ left: boolean }[]>`
      select exists (select from idempotency_keys where created_at < now() - interval '7 days')
        or exists (select from outbox where queued_at < now() - interval '7 days') as left`
      return row?.left ?? false
    }
    const times = await keepCheckingIn(server.origin, await methodIdAt(server.origin), isExpiredLeft)
    const seconds = (performance.now() - begun) / 1000
    const p99 = percentile(times, 0.99)
    console.log(
      `purged ${2 * EXPIRED_ROWS} rows in ${seconds.toFixed(0)} s; ${times.length} check-ins, ` +
        `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms; without a backlog p50 ${percentile(calm, 0.5).toFixed(1)} ms, p99 ${percentile(calm, 0.99).toFixed(1)} ms`,
    )
    expect(await server.stop()).toBe(0)
    expect(server.output.join('')).not.toContain('purge failed')
    expect(times.length).toBeGreaterThan(seconds * PER_SECOND * 0.9)
    expect(p99).toBeLessThan(P99_MS)
  },
  2 * LONGEST_MS,
)
