import { beforeEach, expect, test } from 'vitest'
import type { EncryptedRecords } from './encrypted-records.ts'
import { createQueue } from './queue.ts'
import type { Delivery, StoredSignIn } from './stored-sign-in.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')

let disk: Map<string, unknown>
let isDiskFull: boolean
let sent: string[]
let deliveries: Map<string, Delivery>
let waiting: number
let methods: string[]

const records: EncryptedRecords = {
  databaseId: 'tablet',
  async put(id, record) {
    if (isDiskFull) throw new Error('The disk is full')
    disk.set(id, record)
  },
  readAll: async () => [...disk.values()],
  async remove(id) {
    disk.delete(id)
  },
}
const open = () =>
  createQueue({
    records,
    async send({ attempt }) {
      sent.push(attempt.key)
      return deliveries.get(attempt.key) ?? 'decided'
    },
    onChange(machineIds) {
      methods = machineIds
      waiting = machineIds.length
    },
  })
const signIn = (key: string, madeAt = NOW): StoredSignIn => ({
  attempt: {
    key,
    madeAt,
    isSent: true,
    body: { firstName: 'A', lastName: 'B', mobile: '1', machineId: 'm', dependents: 0, questions: {} },
  },
  clockOffset: 0,
})

beforeEach(() => {
  disk = new Map()
  isDiskFull = false
  sent = []
  deliveries = new Map()
  waiting = -1
})

test('a sign-in that the page is sending is stored, and not sent a second time', async () => {
  const queue = await open()
  await queue.hold(signIn('a'))
  await queue.sendAll()
  expect([...disk.keys()]).toEqual(['a'])
  expect(sent).toEqual([])
  expect(waiting).toBe(0)
})

test('released, it waits and is sent; decided, nothing is left of it', async () => {
  const queue = await open()
  await queue.hold(signIn('a'))
  await queue.release('a')
  expect(waiting).toBe(1)
  await queue.sendAll()
  expect(sent).toEqual(['a'])
  expect(waiting).toBe(0)
  expect(disk.size).toBe(0)
})

test('answered while the visitor waits, it is forgotten', async () => {
  const queue = await open()
  await queue.hold(signIn('a'))
  await queue.forget('a')
  await queue.sendAll()
  expect(sent).toEqual([])
  expect(disk.size).toBe(0)
})

test('forgotten before it was stored, it is not stored afterwards', async () => {
  const queue = await open()
  const held = queue.hold(signIn('a'))
  await queue.forget('a')
  await held
  expect(disk.size).toBe(0)
})

test('what an earlier run was sending waits, because nobody stands there for it', async () => {
  disk.set('a', signIn('a'))
  disk.set('broken', { attempt: 'x' })
  const queue = await open()
  expect(waiting).toBe(1)
  await queue.sendAll()
  expect(sent).toEqual(['a'])
})

test('where nothing can be stored, it is not taken over', async () => {
  const queue = await open()
  isDiskFull = true
  await expect(queue.hold(signIn('a'))).rejects.toThrow()
  await expect(queue.release('a')).rejects.toThrow()
  expect(waiting).toBe(0)
})

test('without an answer it stops, and one that is not decided does not hold up the others', async () => {
  for (const key of ['a', 'b', 'c']) disk.set(key, signIn(key))
  const queue = await open()
  deliveries.set('a', 'stop')
  await queue.sendAll()
  expect(sent).toEqual(['a'])
  await queue.sendAll()
  expect(sent).toEqual(['a', 'b', 'c', 'a'])
  expect(waiting).toBe(1)
  deliveries.set('a', 'keep')
  disk.set('d', signIn('d'))
  await queue.sendAll()
  expect([...disk.keys()]).toContain('a')
})

test('it tells the method of each sign-in that waits', async () => {
  const { clockOffset, attempt } = signIn('b')
  disk.set('a', signIn('a'))
  disk.set('b', { clockOffset, attempt: { ...attempt, body: { ...attempt.body, machineId: 'other' } } })
  const queue = await open()
  expect(methods).toEqual(['m', 'other'])
  deliveries.set('b', 'keep')
  await queue.sendAll()
  expect(methods).toEqual(['other'])
})

test('one at a time, however often it is asked', async () => {
  for (const key of ['a', 'b']) disk.set(key, signIn(key))
  const queue = await open()
  await Promise.all([queue.sendAll(), queue.sendAll(), queue.sendAll()])
  expect(sent).toEqual(['a', 'b'])
})

test('however old it is, the server decides about it: the clock of the kiosk may have been wrong', async () => {
  disk.set('old', signIn('old', NOW - 400 * 86_400_000))
  const queue = await open()
  await queue.sendAll()
  expect(sent).toEqual(['old'])
})
