import { describe, expect, it } from 'vitest'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { createPersonKeys, foldName } from './person-key.ts'

const keys = createPersonKeys(keyedHash(Buffer.alloc(32, 1).toString('base64url'), 'person'))
const zoe = { firstName: 'Zoë', lastName: 'O’Brien-Núñez', mobile: '+61491570156' }

describe('foldName', () => {
  it.each([
    ['José', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['  Mary   Ann ', 'mary ann'],
    ['O’Brien', 'o brien'],
    ["O'Brien", 'o brien'],
    ['Łukasz', 'łukasz'],
    ['Ｙｕｋｉ', 'yuki'],
    ['محمد', 'محمد'],
    ['王小明', '王小明'],
  ])('%s is %s', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })
})

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
  })
  it('differ between clients, so that nobody can be followed from one to the other', () => {
    expect(keys('client', zoe)).not.toBe(keys('other client', zoe))
  })
})
