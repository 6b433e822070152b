import { describe, expect, it } from 'vitest'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { createBanKeys, createPersonKeys } from './person-key.ts'

const hash = keyedHash(Buffer.alloc(32, 1).toString('base64url'), 'person')
const keys = createPersonKeys(hash)
const banKeys = createBanKeys(hash)
const zoe = { firstName: 'Zoë', lastName: 'O’Brien-Núñez', mobile: '+61491570156' }

describe('person keys', () => {
  it('are the same for two spellings of one name', () => {
    const spelled = { firstName: 'ZOE', lastName: "o'brien nunez", mobile: zoe.mobile }
    expect(keys('client', spelled)).toBe(keys('client', zoe))
  })
  it.each([
    ['another number', { ...zoe, mobile: '+61491570157' }],
    ['another name', { ...zoe, lastName: 'Brown' }],
  ])('differ by %s', (_, person) => {
    expect(keys('client', person)).not.toBe(keys('client', zoe))
    expect(banKeys('client', person).filter((key) => banKeys('client', zoe).includes(key))).toEqual([])
  })
  it('differ between clients, so that nobody can be followed from one to the other', () => {
    expect(keys('client', zoe)).not.toBe(keys('other client', zoe))
  })
  it('of a ban start with the person’s own key', () => {
    expect(banKeys('client', zoe)[0]).toBe(keys('client', zoe))
    expect(banKeys('client', zoe).length).toBeLessThanOrEqual(6)
  })
})
