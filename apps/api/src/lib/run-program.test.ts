import { parseArgs } from 'node:util'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { OperatorError } from './operator-error.ts'
import { needsStack } from './run-program.ts'

const errorOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

it.each<[string, () => unknown]>([
  ['a sentence for the operator', () => Promise.reject(new OperatorError('Start it first.'))],
  ['a file that is not there', () => readFile('/nowhere/at/all')],
  ['a folder in place of a file', () => readFile('/')],
  ['an option that does not exist', () => parseArgs({ args: ['--datadir'], options: {} })],
  [
    'a failing store of images',
    () =>
      Promise.reject(new Error('unavailable', { cause: Object.assign(new Error('x'), { code: 'EACCES' }) })),
  ],
  ['a refusal of PostgreSQL', () => Promise.reject(Object.assign(new Error('no space'), { code: '53100' }))],
])('%s is told without a stack', async (_, work) => {
  expect(needsStack(await errorOf(work))).toBe(false)
})

it.each<[string, () => unknown]>([
  ['a fault of the program', () => JSON.parse('{')],
  ['a wrong argument', () => Buffer.from(7 as unknown as string)],
])('%s is told with its stack', async (_, work) => {
  expect(needsStack(await errorOf(work))).toBe(true)
})
