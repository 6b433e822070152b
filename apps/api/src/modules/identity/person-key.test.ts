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
  it('differ where the names are swapped, and a ban holds for both', () => {
    const ann = { firstName: 'Ann', lastName: 'Lee', mobile: zoe.mobile }
    const lee = { firstName: 'Lee', lastName: 'Ann', mobile: zoe.mobile }
    expect(keys('client', lee)).not.toBe(keys('client', ann))
    expect(banKeys('client', lee).toSorted()).toEqual(banKeys('client', ann).toSorted())
    // A ban of a user finds the account by its own key.
    expect(banKeys('client', lee)).toContain(keys('client', ann))
  })
  it('differ between clients, so that nobody can be followed from one to the other', () => {
    expect(keys('client', zoe)).not.toBe(keys('other client', zoe))
  })
  it('of a ban start with the person’s own key', () => {
    expect(banKeys('client', zoe)[0]).toBe(keys('client', zoe))
    expect(banKeys('client', zoe).length).toBeLessThanOrEqual(8)
  })
})
