import type { AddressInfo } from 'node:net'
import { connectRaw, helloOf, type RawDevice } from '@gatehouse/devices/raw-device'
import { afterEach, beforeAll, expect } from 'vitest'
import { clientScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { makeMethod, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'

/**
 * The API with a world that listens, and devices that connect to it. Connections are closed
 * after each test.
 */
export function deviceBench() {
  const here = inWorld({ hasRealClock: true })
  beforeAll(() => here.test.app.listen({ host: '127.0.0.1', port: 0 }))

  const open: RawDevice[] = []
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.close()
  })
  async function connect(protocols?: string[]): Promise<RawDevice> {
    const { port } = here.test.app.server.address() as AddressInfo
    const device = await connectRaw(`http://127.0.0.1:${port}`, protocols)
    open.push(device)
    return device
  }

  let serials = 0
  const newSerial = () => `SN-${(serials += 1)}`

  /** A device method of client A, at its site. */
  const makeDeviceMethod = (fields: object = {}) =>
    makeMethod(here.test.database.db, here.world.a.clientId, here.world.a.siteId, {
      type: 'device',
      ...fields,
    })

  const call = (method: 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
    here.test.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${here.world.tokens['manager A']}` },
      ...(payload && { payload }),
    })

  async function codeFor(methodId: string): Promise<string> {
    const response = await call('POST', `/sign-in-methods/${methodId}/pairing-code`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<{ code: string }>().code
  }

  async function pair(methodId: string, serialNumber = newSerial()) {
    const device = await connect()
    device.say({ type: 'pair', code: await codeFor(methodId), serial_number: serialNumber })
    const { token } = await device.next('paired')
    return { device, token, serialNumber }
  }

  /** A paired device that has said hello. */
  async function online(fields: object = {}) {
    const method = await makeDeviceMethod(fields)
    const { device, token, serialNumber } = await pair(method.id)
    const hello = helloOf(token, { serial_number: serialNumber })
    device.say(hello)
    const welcome = await device.next('welcome')
    return { device, method, token, serialNumber, hello, welcome }
  }

  const methodOf = async (id: string) =>
    (await here.get(`/sign-in-methods/${id}`, here.world.tokens['staff A'])).json()

  /** A member of staff of the site, with an access PIN. */
  async function makePerson(fields: object = {}, siteId = here.world.a.siteId) {
    const { clientId } = here.world.a
    const { id } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [{ siteId, userType: 'Staff' }],
      status: 'active',
      ...fields,
    })
    const pin = await withScope(here.test.database.db, clientScope(clientId), (tx) =>
      here.test.keys.accessPins.give(tx, { clientId, userId: id }),
    )
    return { id, pin }
  }

  return { here, connect, newSerial, makeDeviceMethod, call, codeFor, pair, online, methodOf, makePerson }
}
