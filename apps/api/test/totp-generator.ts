import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'

/** A code of a base32 secret at a time: TOTP, SHA-1, 6 digits, 30 s. */
type Generator = (secret: string, at: Date) => string

/** By oathtool, which shares nothing with the library that the program is built on. */
const byOathtool: Generator = (secret, at) =>
  execFileSync(
    'oathtool',
    ['--totp', '--base32', secret, `--now=${at.toISOString().replace(/\.\d+Z$/, ' UTC')}`],
    {
      encoding: 'utf8',
    },
  ).trim()

/** By the letter of RFC 6238 and RFC 4226, section 5.3. */
const byTheRfc: Generator = (secret, at) => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Every generator that this machine has; the tests of the generators go through all of them. */
export const generators: Record<string, Generator> = {
  'the RFC’s letter': byTheRfc,
  ...(spawnSync('oathtool', ['--version']).status === 0 ? { oathtool: byOathtool } : {}),
}

/** The code that somebody's app shows: by oathtool where it is installed. */
export const totpCode: Generator = generators['oathtool'] ?? byTheRfc
