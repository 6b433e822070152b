import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const full = () => new Error('full')

describe('tasks of a keyed mutex', () => {
  it('run one after the other for one key, in their order, also after a failure', async () => {
    const mutex = createKeyedMutex(10, full)
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name} begins`)
      await new Promise(setImmediate)
      log.push(`${name} ends`)
      if (name === 'b') throw new Error('b failed')
      return name
    }
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.run('key', work(name))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })
  it('do not wait for another key', async () => {
    const mutex = createKeyedMutex(10, full)
    let end = () => {}
    const first = mutex.run('one', () => new Promise<void>((done) => (end = done)))
    expect(await mutex.run('other', () => Promise.resolve('through'))).toBe('through')
    end()
    await first
  })
  it('are refused where too many wait, and let in again afterwards', async () => {
    const mutex = createKeyedMutex(2, full)
    let end = () => {}
    const first = mutex.run('key', () => new Promise<void>((done) => (end = done)))
    const waiting = [mutex.run('key', async () => 1), mutex.run('key', async () => 2)]
    await expect(mutex.run('key', async () => 3)).rejects.toThrow('full')
    await new Promise(setImmediate)
    end()
    await first
    expect(await Promise.all(waiting)).toEqual([1, 2])
    expect(await mutex.run('key', async () => 4)).toBe(4)
  })
})
