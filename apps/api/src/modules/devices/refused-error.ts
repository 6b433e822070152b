import { type DeviceRefusal, deviceRefusals } from '@gatehouse/validation/device-protocol'

/** A message of a device that is refused, with the code that the device is told. */
export class DeviceRefusedError extends Error {
  override readonly name = 'DeviceRefusedError'
  readonly code: DeviceRefusal
  readonly retryAfterSeconds: number | undefined

  constructor(code: DeviceRefusal, retryAfterSeconds?: number) {
    super(deviceRefusals[code])
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
