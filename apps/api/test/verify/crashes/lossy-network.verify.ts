import { expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite } from '../../factories.ts'
import { signInThrough, startLossyNetwork } from '../../lossy-network.ts'
import { startNodes } from '../nodes.ts'

const PEOPLE = 10_000
/** Most of an attempt is spent waiting for the network. */
const AT_ONCE = 50

it(
  `R4: of ${PEOPLE} visitors behind a network that delays, resets and swallows none is lost or doubled`,
  { timeout: 1_800_000 },
  async () => {
    const nodes = await startNodes('lossy', { count: 1 })
    const network = await startLossyNetwork(Number(new URL(nodes.origin(0)).port))
    try {
      const { id: clientId } = await makeClient(nodes.db)
      const { id: siteId } = await makeSite(nodes.db, clientId)
      const { id: methodId } = await makeMethod(nodes.db, clientId, siteId)
      const tries = await signInThrough(network, {
        methodId,
        people: PEOPLE,
        lastName: 'Lossy',
        atOnce: AT_ONCE,
      })
      console.log(
        `R4: ${tries} tries of ${PEOPLE} visitors; ${JSON.stringify(Object.fromEntries(network.met))}`,
      )
      const visits = await nodes.sql<{ visits: number }[]>`
        select count(*)::int as visits from visits where last_name = 'Lossy' group by first_name`
      expect(visits.map((row) => row.visits)).toEqual(Array.from({ length: PEOPLE }, () => 1))
    } finally {
      await network.close()
      await nodes.close()
    }
  },
)
