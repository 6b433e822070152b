import { parseArgs } from 'node:util'

const PAGE_PORT = 50010
const CHECK_PORT = 50700

export interface FleetOptions {
  url: string
  count: number
  email: string
  password: string
  seconds: number
  page: boolean
  /** Checks whether the gateway keeps the protocol. */
  check: boolean
  /** The access PIN of a person who is not on site, for the rules that need one. */
  pin: string | undefined
  /** Checks a device, which connects to this machine. */
  'check-device': boolean
  /** Where the device reaches this machine. */
  host: string
  /** The port of this machine for the page or the device. */
  port: number
}

/**
 * The arguments of `npm run devices --`. The account defaults to one of the demo data, whose
 * password is in the README.
 * @throws Error for invalid arguments
 */
export function readOptions(words: readonly string[]): FleetOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      url: {
        type: 'string',
        default: process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 50000}`,
      },
      count: { type: 'string', default: '5' },
      email: { type: 'string', default: 'admin@harbour.example' },
      password: { type: 'string', default: 'Gatehouse-demo-2026' },
      seconds: { type: 'string', default: '0' },
      page: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      pin: { type: 'string' },
      'check-device': { type: 'boolean', default: false },
      host: { type: 'string', default: '0.0.0.0' },
      port: { type: 'string' },
    },
  })
  const count = Number(values.count)
  if (!Number.isInteger(count) || count < 1 || count > 5000)
    throw new Error('--count is a number from 1 to 5000')
  const port = Number(values.port ?? (values.page ? PAGE_PORT : CHECK_PORT))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port is a number from 0 to 65535')
  return { ...values, pin: values.pin, count, port, seconds: Number(values.seconds) }
}
