import { deviceCloseCodes } from '@gatehouse/validation/device-protocol'
import { expect, within } from './expectation.ts'
import { eventOf, type RawDevice } from './raw-device.ts'
import { expectClosed, expectRefused, online, type Open, type Rule } from './rule.ts'

/** The rules for pairing a device, and for changes of its method by staff. */
export const pairingRules: readonly Rule[] = [
  {
    name: 'a code is for the serial number of its method',
    async check(bench, open) {
      const { methodId, hello } = await online(bench, open)
      const code = await bench.pairingCode(methodId)
      const device = await open()
      await expectNotPaired(device, { code, serial_number: `${hello.serial_number}-other` }, 'wrong_device')
      device.say({ type: 'pair', code, serial_number: hello.serial_number })
      await within(device.next('paired'))
    },
  },
  {
    name: 'a new code ends the one before',
    async check(bench, open) {
      const { id, serialNumber } = await bench.newMethod()
      const [earlier, later] = [await bench.pairingCode(id), await bench.pairingCode(id)]
      const device = await open()
      await expectNotPaired(device, { code: earlier, serial_number: serialNumber }, 'pairing_failed')
      device.say({ type: 'pair', code: later, serial_number: serialNumber })
      await within(device.next('paired'))
    },
  },
  {
    name: 'another pairing ends the token before',
    async check(bench, open) {
      const { device, hello, methodId } = await online(bench, open)
      const other = await open()
      other.say({
        type: 'pair',
        code: await bench.pairingCode(methodId),
        serial_number: hello.serial_number,
      })
      await within(other.next('paired'))
      await expectClosed(device, deviceCloseCodes.unpaired)
      await expectNoWelcome(open, hello, 'unauthenticated')
    },
  },
  {
    name: 'a token works for its serial number only',
    async check(bench, open) {
      const { hello } = await online(bench, open)
      const copy = await expectNoWelcome(
        open,
        { ...hello, serial_number: `${hello.serial_number}-other` },
        'wrong_device',
      )
      await expectClosed(copy, deviceCloseCodes.unpaired)
    },
  },
  {
    name: 'a closed method says so, and takes nothing',
    async check(bench, open) {
      const { device, methodId } = await online(bench, open)
      await bench.setEnabled(methodId, false)
      const { configuration } = await within(device.next('settings'))
      expect(!configuration.in_service, JSON.stringify(configuration))
      await expectRefused(device, eventOf('reading', { temperature: 36.6 }), 'out_of_service')
      await expectRefused(device, eventOf('pin', { pin: '00000000', direction: 'in' }), 'out_of_service')
    },
  },
  {
    name: 'equal settings have equal versions',
    async check(bench, open) {
      const { device, methodId } = await online(bench, open)
      const rename = async (name: string) => {
        await bench.rename(methodId, name)
        return (await within(device.next('settings'))).version
      }
      const versions = [await rename('One'), await rename('Another'), await rename('One')]
      expect(versions[0] === versions[2] && versions[0] !== versions[1], versions.join(' '))
    },
  },
]

async function expectNotPaired(
  device: RawDevice,
  given: { code: string; serial_number: string },
  wanted: string,
): Promise<void> {
  device.say({ type: 'pair', ...given })
  const { code } = await within(device.next('refused'))
  expect(code === wanted, code)
}

async function expectNoWelcome(open: Open, hello: object, wanted: string): Promise<RawDevice> {
  const device = await open()
  device.say(hello)
  const { code } = await within(device.next('refused'))
  expect(code === wanted, code)
  return device
}
