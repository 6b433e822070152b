import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { deviceLimits } from '@gatehouse/validation/device-protocol'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { bytesOfId, idOfBytes } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'

export type DeviceTokens = ReturnType<typeof createDeviceTokens>

const ID_BYTES = 16
const SECRET_BYTES = 32
const TOKEN = /^[\w-]{86}$/

/**
 * Tokens of devices and paired tablets: the ids of client and method, so that no lookup across
 * tenants is needed, and 32 random bytes. Tokens and pairing codes are stored only as keyed hashes.
 */
export function createDeviceTokens(hash: KeyedHash) {
  const hashOf = (token: string): Uint8Array => hash.digest('token', token)
  return {
    mint({ clientId, methodId }: { clientId: string; methodId: string }): {
      token: string
      hash: Uint8Array
    } {
      const ids = [bytesOfId(clientId), bytesOfId(methodId)]
      const token = Buffer.concat([...ids, randomBytes(SECRET_BYTES)]).toString('base64url')
      return { token, hash: hashOf(token) }
    },
    /** The ids in a token. They are unverified until its hash is compared. */
    read(token: string): { clientId: string; methodId: string } | undefined {
      if (!TOKEN.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      return {
        clientId: idOfBytes(bytes.subarray(0, ID_BYTES)),
        methodId: idOfBytes(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
      }
    },
    hashOf,
    isValid: (token: string, stored: Uint8Array): boolean => timingSafeEqual(hashOf(token), stored),
    hashOfCode: (code: string): string => hash.digest('code', code).toString('base64url'),
  }
}

/** A random code in the alphabet of posters, which has no characters that look alike. */
export function drawPairingCode(): string {
  return Array.from(
    { length: deviceLimits.pairingCodeCharacters },
    () => methodKeyAlphabet[randomInt(methodKeyAlphabet.length)],
  ).join('')
}
