import { type DeviceRefusal, deviceRefusals } from '@gatehouse/validation/device-protocol'

/** Refuses a message of a device, with the code to send. */
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

/**
 * A stored departure later than the recorded one, at a time when the visit would have been overdue.
 * The device gets a code that it knows.
 */
export class DepartureDoubtedError extends DeviceRefusedError {
  override readonly name = 'DepartureDoubtedError'

  constructor() {
    super('not_on_site')
  }
}
