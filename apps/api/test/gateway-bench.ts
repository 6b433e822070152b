import type { AddressInfo } from 'node:net'
import type { Bench } from '@gatehouse/devices/rule'
import { beforeAll, expect } from 'vitest'
import { makeMethod, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'
import { clientScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'

/** The API's device gateway, and what a person does in the portal for a device under test. */
export function gatewayBench() {
  const here = inWorld({ hasRealClock: true })
  let url = ''
  beforeAll(async () => {
    await here.test.app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(here.test.app.server.address() as AddressInfo).port}`
  })

  async function ask(method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    const response = await here.test.app.inject({
      method,
      url: `/api/sign-in-methods/${path}`,
      headers: { authorization: `Bearer ${here.world.tokens['manager A']}` },
      ...(payload && { payload }),
    })
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response
  }

  let serials = 0
  let people = 0
  const bench = (through: string): Bench => ({
    url: through,
    async newMethod() {
      const { clientId, siteId } = here.world.a
      const { id } = await makeMethod(here.test.database.db, clientId, siteId, {
        type: 'device',
        useTemperature: true,
      })
      return { id, serialNumber: `SN-${(serials += 1)}` }
    },
    async pairingCode(id) {
      // All devices of this test share one address, which may try ten wrong codes.
      await here.test.limits.refund('pairing', '127.0.0.1')
      return (await ask('POST', `${id}/pairing-code`)).json<{ code: string }>().code
    },
    rename: async (id, name) => void (await ask('PATCH', id, { name })),
    identify: async (id) => void (await ask('POST', `${id}/commands`, { command: 'identify' })),
    unpair: async (id) => void (await ask('DELETE', `${id}/device`)),
    setEnabled: async (id, enabled) =>
      void (await ask('POST', 'bulk', { action: enabled ? 'enable' : 'disable', ids: [id] })),
    async lendPin() {
      const { clientId, siteId } = here.world.a
      const { db } = here.test.database
      const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
        lastName: `Lender ${(people += 1)}`,
        status: 'active',
        access: [{ siteId, userType: 'Staff' }],
      })
      return withScope(db, clientScope(clientId), (tx) =>
        here.test.keys.accessPins.give(tx, { clientId, userId }),
      )
    },
  })

  return {
    get url() {
      return url
    },
    /** For devices that connect to the gateway directly, or through a proxy. */
    bench: (through = url) => bench(through),
  }
}
