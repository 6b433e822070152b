import { describe, expect, it } from 'vitest'
import { cipherPurposes, hashPurposes } from '../src/config/key-purposes.ts'
import { createKeys } from '../src/keys.ts'
import { createCipher } from '../src/lib/encryption.ts'
import { keyedHash } from '../src/lib/keyed-hash.ts'

const dataKey = Buffer.alloc(32, 7).toString('base64url')

/**
 * The first 16 bytes of the keyed hash of `vector`, by purpose. A change here makes existing
 * data unreadable.
 */
const hashes: Record<keyof typeof hashPurposes, string> = {
  people: 'd41133855a6bc01ad5b9bfff8e7dc945',
  oneTimeTokens: '33ca97e65309c8fe4325e6e78f335837',
  deviceCookies: 'e27a98cec7a99fd50f1169a6d7c8c742',
  firstAdmin: '4deafae7b222f5f1afd8d2ffdc830030',
  recoveryCodes: 'fc14772605ce23a44b998ad8a59a1006',
  rememberedDevices: '4fed11ea0eacf89a96dac5627fafb08b',
  checkOutTokens: 'c0f26b426b85894a2d28408780b52c05',
  accessPins: '53daa822f28e6433fb7ad9cb26ccd940',
  apiKeys: '8d7371073747881b6443ad7d71bafcf6',
  rateLimits: '34af9d37a20dd19a05648b1686a31f5d',
  clientInvitations: 'dd6b79cba0c89a1f5743cb8e54808728',
  musterHandIn: 'd071545b911babcf26e24d39afaf45d7',
  deviceTokens: 'f15b4eb29d9a95328f8f8c886f26933c',
  logChain: '8312cb8a65b10b149e3486ca5cb825f6',
  secretKeyId: 'fa597e7c0019eff87adffe70e8e99da3',
}
/** `vector`, encrypted for the context `row` with a nonce of ones. */
const encrypted: Record<keyof typeof cipherPurposes, string> = {
  twoStep: '010101010101010101010101010e680fb1804385f7fb81f01b40451d6f98e621bb37b5',
  checkInDrafts: '010101010101010101010101010683fefee4cbd4ab51fc1b54d3a4718cdc9375efd0d2',
  hostRefs: '010101010101010101010101010dbf51b524feb863420e0f14a2ad80e9a126e6a6de89',
  externalApis: '01010101010101010101010101a7956b3bcab73ea871be9b99526039ea875ac1e1fd3d',
  webhooks: '01010101010101010101010101ed92f72bf4c8914526dde6014b764f71ece35a7f89c9',
  creations: '01010101010101010101010101c68f1e29b82ffe589c733d46fd5a00c857653d5b01a0',
  dataKey: '0101010101010101010101010116600509ea168c0b876e4b4e535a42ec01e56d51ea68',
}

describe('the purposes', () => {
  it.each(Object.entries(hashes))('of hashes stay: %s', (name, expected) => {
    const purpose = hashPurposes[name as keyof typeof hashes]
    const digest = keyedHash(dataKey, purpose).digest('vector')
    expect(digest.toString('hex').slice(0, 32)).toBe(expected)
  })
  it.each(Object.entries(encrypted))('of ciphers stay: %s', (name, bytes) => {
    const cipher = createCipher(dataKey, cipherPurposes[name as keyof typeof encrypted])
    expect(cipher.decrypt(Buffer.from(bytes, 'hex'), 'row').toString()).toBe('vector')
  })
  it('differ from each other', () => {
    expect(new Set(Object.values(hashPurposes)).size).toBe(Object.keys(hashes).length)
    expect(new Set(Object.values(cipherPurposes)).size).toBe(Object.keys(encrypted).length)
  })
})

describe('the factory', () => {
  const keys = createKeys(dataKey)
  const hashOf = (name: keyof typeof hashes) => keyedHash(dataKey, hashPurposes[name])

  it('gives each hash its purpose', () => {
    expect(keys.firstAdmin.digest('x')).toEqual(hashOf('firstAdmin').digest('x'))
    expect(keys.rateLimits.digest('x')).toEqual(hashOf('rateLimits').digest('x'))
    expect(keys.twoStep.recoveryHash.digest('x')).toEqual(hashOf('recoveryCodes').digest('x'))
    expect(keys.twoStep.deviceHash.digest('x')).toEqual(hashOf('rememberedDevices').digest('x'))
  })
  it('gives the cipher of second factors its purpose', () => {
    const seed = Buffer.from(encrypted.twoStep, 'hex')
    expect(keys.twoStep.cipher.decrypt(seed, 'row').toString()).toBe('vector')
  })
  it('recognises people by the keys that are stored, also for bans', () => {
    const ana = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
    const key = keys.personKeys('client', ana)
    expect(key).toBe('bXUvw2bUPNGMsI6H4NrjQodS8IjjRyJjjNK2Rm3Wyv4')
    expect(keys.banKeys('client', ana)).toContain(key)
  })
  it('reads a check-out token that was handed out', () => {
    const ids = '018f0000000070008000000000000001018f0000000070008000000000000002'
    const bytes = Buffer.from(ids, 'hex')
    const token = Buffer.concat([bytes, hashOf('checkOutTokens').digest(bytes)]).toString('base64url')
    expect(keys.checkOutTokens.read(token)?.visitId).toBe('018f0000-0000-7000-8000-000000000002')
  })
  it('gives another installation other keys', () => {
    const other = createKeys(Buffer.alloc(32, 8).toString('base64url'))
    expect(other.firstAdmin.digest('x')).not.toEqual(keys.firstAdmin.digest('x'))
  })
})
