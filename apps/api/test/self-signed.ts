import { generateKeyPairSync, sign } from 'node:crypto'

/** The key and the certificate of a server. Nobody trusts it unless a test says so. */
export interface ServerIdentity {
  key: string
  cert: string
}

const DAY_MS = 86_400_000

/** Creates a self-signed certificate for a host (RFC 5280), valid from yesterday to tomorrow. */
export function makeIdentity(host: string): ServerIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const algorithm = sequence(objectId(0x2b, 0x65, 0x70))
  const name = sequence(set(sequence(objectId(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(host)))))
  const hostNames = sequence(tagged(0x82, Buffer.from(host)))
  const extension = sequence(objectId(0x55, 0x1d, 0x11), tagged(0x04, hostNames))
  const day = (offset: number) => {
    const text = new Date(Date.now() + offset * DAY_MS).toISOString()
    return tagged(0x17, Buffer.from(`${text.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
  }
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(day(-1), day(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension)),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign(null, body, privateKey)]))
  const base64 = sequence(body, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => tagged(0x31, Buffer.concat(parts))
const objectId = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes))

/** A value with its tag and its length (X.690). */
function tagged(tag: number, value: Buffer): Buffer {
  const { length } = value
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), value])
}
