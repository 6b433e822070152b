import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (sign) => base32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

/** A time-based one-time password of 30 s (RFC 6238, SHA-1), for machines without an authenticator of their own. */
export function totp(key: Buffer, timeMs: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(timeMs / STEP_MS)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.at(-1)! & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

function codeAt(secret: string, timeMs: number): string {
  const at = new Date(timeMs).toISOString().replace('T', ' ').slice(0, 19)
  try {
    return execFileSync('oathtool', ['--totp', '--base32', `--now=${at} UTC`, secret], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return totp(bytesOf(secret), timeMs)
  }
}

/** Somebody's authenticator app. */
export class Authenticator {
  readonly secret: string
  #last = 0

  constructor(secret: string) {
    this.secret = secret
  }

  /**
   * A code that was not given before: of the earliest step that a server which allows one step of difference still takes.
   * Where all three are spent it waits for the next one.
   */
  async code(): Promise<string> {
    const step = Math.max(Math.floor(Date.now() / STEP_MS) - 1, this.#last + 1)
    // A second past the turn, so that the last step that counts does not pass on the way.
    const isOld = step < Math.floor((Date.now() + 5000) / STEP_MS) - 1
    const chosen = isOld ? step + 1 : step
    const opensAt = (chosen - 1) * STEP_MS
    if (opensAt > Date.now()) await new Promise((done) => void setTimeout(done, opensAt - Date.now()))
    this.#last = chosen
    return codeAt(this.secret, chosen * STEP_MS)
  }
}
