import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dropDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type RunningServer, startRunningServer } from './running-server.ts'

const PER_SECOND = 50
const KILLS = 3
const SECONDS_BETWEEN_KILLS = 2

const admin = inject('testServer').adminUrl
const database = `gatehouse_crash_${process.pid}`
let settings: Record<string, string>
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-crash-'))
  const sql = postgres(admin, { max: 1 })
  await sql`create database ${sql(database)}`
  await sql.end()
  const url = new URL(admin)
  url.pathname = `/${database}`
  settings = {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    DEMO: 'on',
    PORT: String(await freePort()),
    // Each visitor comes from an address of their own, as through a proxy: the limit per address is not what is tried here.
    TRUSTED_PROXIES: '127.0.0.1',
  }
})
afterAll(async () => {
  await dropDatabase(admin, database)
  await rm(dataDir, { recursive: true, force: true })
})

interface Attempt {
  key: string
  body: string
  address: string
  answer?: string
}

async function send(origin: string, attempt: Attempt): Promise<void> {
  const response = await fetch(`${origin}/api/checkin`, {
    method: 'POST',
    body: attempt.body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': attempt.key,
      'x-forwarded-for': attempt.address,
    },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  if (attempt.answer !== undefined) expect(text).toBe(attempt.answer)
  attempt.answer = text
}

/** Sends new attempts at the rate until told to stop; what breaks off stays without an answer. */
function keepSending(origin: string, machineId: string, attempts: Attempt[]): { stop(): Promise<void> } {
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const number = attempts.length
    const attempt: Attempt = {
      key: crypto.randomUUID(),
      address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      body: JSON.stringify({
        firstName: `Visitor ${number}`,
        lastName: 'Crash',
        mobile: '0491570156',
        machineId,
      }),
    }
    attempts.push(attempt)
    const sending = send(origin, attempt)
      .catch(() => {})
      .finally(() => open.delete(sending))
    open.add(sending)
  }, 1000 / PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

it(
  `killed ${KILLS} times under ${PER_SECOND} check-ins a second, loses and doubles none that it acknowledged`,
  { timeout: 180_000 },
  async () => {
    const attempts: Attempt[] = []
    let server: RunningServer = await startRunningServer(settings)
    const { id } = (await (await fetch(`${server.origin}/api/checkin/machine-data?method=GATE`)).json()) as {
      id: string
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const sending = keepSending(server.origin, id, attempts)
      await new Promise((resolve) => setTimeout(resolve, SECONDS_BETWEEN_KILLS * 1000))
      await server.kill()
      await sending.stop()
      server = await startRunningServer(settings)
    }
    const acknowledged = attempts.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(KILLS * SECONDS_BETWEEN_KILLS * PER_SECOND * 0.5)

    const sql = postgres(settings['DATABASE_URL'] ?? '', { max: 1 })
    const countVisits = async () => {
      const rows = await sql<{ name: string; visits: number; present: number }[]>`
        select v.first_name as name, count(*)::int as visits,
          (select count(*)::int from presence p where p.first_name = v.first_name and p.last_name = 'Crash') as present
        from visits v where v.last_name = 'Crash' group by v.first_name`
      return new Map(rows.map(({ name, visits, present }) => [name, { visits, present }]))
    }
    const nameOf = ({ body }: Attempt) => (JSON.parse(body) as { firstName: string }).firstName

    const afterKills = await countVisits()
    for (const attempt of acknowledged)
      expect(afterKills.get(nameOf(attempt))).toEqual({ visits: 1, present: 1 })

    // Every phone asks again under its key, also those that had their answer: the same bytes, and still one visit each.
    for (const attempt of attempts) await send(server.origin, attempt)
    const afterRetries = await countVisits()
    expect(afterRetries.size).toBe(attempts.length)
    for (const counts of afterRetries.values()) expect(counts).toEqual({ visits: 1, present: 1 })
    await sql.end()
    expect(await server.stop()).toBe(0)
  },
)
