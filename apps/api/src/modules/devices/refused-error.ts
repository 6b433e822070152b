import { type DeviceRefusal, deviceRefusals } from '@gatehouse/validation/device-protocol'

/** A message of a device that is refused, with the code that the device is told. */
export class DeviceRefusedError extends Error {
  override readonly name: string = 'DeviceRefusedError'
  readonly code: DeviceRefusal
  readonly retryAfterSeconds: number | undefined

  constructor(code: DeviceRefusal, retryAfterSeconds?: number) {
    super(deviceRefusals[code])
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A stored departure after the one that was noted, at a time when the visit would have been overdue. The device is told what it knows. */
export class DepartureDoubtedError extends DeviceRefusedError {
  override readonly name = 'DepartureDoubtedError'

  constructor() {
    super('not_on_site')
  }
}
