import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptSecrets, secretKeysOf } from '../../../src/config/secrets.ts'
import { readDataKey } from '../../../src/db/data-key.ts'
import { createKeys } from '../../../src/keys.ts'
import { recordReading } from '../../../src/modules/readings/record-reading.ts'
import { makeBan, makeClient, makeMethod, makeSite, makeWebhook } from '../../factories.ts'
import { type Nodes, startNodes } from '../nodes.ts'

/**
 * How often the same sign-in may be sent: by a phone without a response, a proxy and repeated taps.
 */
const DUPLICATES = 30

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes('duplicates', { count: 2 })
})
afterAll(() => nodes.close())

/**
 * Sends the same bytes with the same key to both processes at once, each from another IP address.
 */
async function sendDuplicates(body: object): Promise<{ status: number; text: string }[]> {
  const key = crypto.randomUUID()
  const sent = JSON.stringify(body)
  return Promise.all(
    Array.from({ length: DUPLICATES }, async (_, index) => {
      const response = await fetch(`${nodes.origin(index)}/api/checkin`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'x-forwarded-for': `10.77.0.${index}`,
        },
        body: sent,
      })
      return { status: response.status, text: await response.text() }
    }),
  )
}

async function makePlace(fields: object = {}) {
  const client = await makeClient(nodes.db)
  await makeWebhook(nodes.db, client.id)
  const site = await makeSite(nodes.db, client.id)
  const method = await makeMethod(nodes.db, client.id, site.id, fields)
  const counts = async () => {
    const [row] = await nodes.sql`select
      (select count(*)::int from visits where site_id = ${site.id}) as visits,
      (select count(*)::int from presence where site_id = ${site.id}) as presence,
      (select count(*)::int from refused_attempts where site_id = ${site.id}) as refusals,
      (select count(*)::int from idempotency_keys where method_id = ${method.id}) as responses,
      (select count(*)::int from outbox where client_id = ${client.id}) as events`
    return row
  }
  return { client, method, counts }
}

const ana = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
const oneVisit = { visits: 1, presence: 1, refusals: 0, responses: 1, events: 1 }

it.each([
  ['a sign-in', false],
  ['a sign-in with a temperature code', true],
])(
  `${DUPLICATES} duplicates of %s at two processes leave one row and equal bytes`,
  async (_, useTemperature) => {
    const { method, counts } = await makePlace({ useTemperature })
    const reading = useTemperature
      ? await recordReading({ db: nodes.db, now: new Date() }, { methodId: method.id, temperature: 36.6 })
      : undefined
    const responses = await sendDuplicates({
      ...ana,
      machineId: method.id,
      ...(reading && { verificationCode: reading.code }),
    })
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(JSON.parse(responses[0]?.text ?? '')).toMatchObject({
      invalidCode: false,
      checkOutToken: expect.any(String),
    })
    expect(await counts()).toEqual(oneVisit)
  },
)

it(`${DUPLICATES} duplicates of a refusal at two processes leave one refused entry and equal bytes`, async () => {
  const { client, method, counts } = await makePlace()
  const dataKey = await readDataKey(nodes.db, secretKeysOf(await keptSecrets(nodes.dataDir)))
  const personKey = createKeys(dataKey).personKeys(client.id, ana)
  await makeBan(nodes.db, client.id, { personKey })
  const responses = await sendDuplicates({ ...ana, machineId: method.id })
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(JSON.parse(responses[0]?.text ?? '')).toMatchObject({ banned: true, checkOutToken: null })
  expect(await counts()).toMatchObject({ visits: 0, presence: 0, refusals: 1, responses: 1 })
})
