import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnvironment } from './env.ts'
import { rotateKeys } from './key-file.ts'
import { keptSecrets, readSecrets, rotateSecretKey, secretKeysOf } from './secrets.ts'
import { OperatorError } from '../lib/operator-error.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = () => randomBytes(32).toString('base64url')
const read = (settings: Record<string, string> = {}) =>
  readSecrets(readEnvironment({ DATA_DIR: folder, ...settings }))

describe('the SECRET_KEYs that may open the database', () => {
  it('are the one of the data folder, made once and readable by its owner only', async () => {
    const first = await read()
    expect(secretKeysOf(first)).toEqual([first.secretKey])
    expect(await read()).toEqual(first)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })
  it('are the present and every earlier one of the data folder, the latest first', async () => {
    const { secretKey: first, sessionKeys } = await read()
    await rotateSecretKey(folder)
    const { secretKey: second } = await read()
    await rotateKeys(folder)
    await rotateSecretKey(folder)
    const secrets = await read()
    expect(secretKeysOf(secrets)).toEqual([secrets.secretKey, second, first])
    expect(new Set(secretKeysOf(secrets)).size).toBe(3)
    expect(secrets.sessionKeys).toContain(sessionKeys[0])
  })
  it('are those of the setting alone, where there is one', async () => {
    await read()
    const [present, earlier] = [key(), key()]
    expect(secretKeysOf(await read({ SECRET_KEY: present }))).toEqual([present])
    expect(secretKeysOf(await read({ SECRET_KEY: `${present}, ${earlier}` }))).toEqual([present, earlier])
  })
  it('are read from a file that was written before there were earlier ones', async () => {
    const file = join(folder, 'secrets.json')
    await read()
    const { earlierSecretKeys, ...before } = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      unknown
    >
    expect(earlierSecretKeys).toEqual([])
    await writeFile(file, JSON.stringify(before))
    expect(secretKeysOf(await keptSecrets(folder))).toEqual([before['secretKey']])
  })
})

describe('a data folder without an installation', () => {
  it('is no place for a command, and stays as it is', async () => {
    const missing = join(folder, 'mistyped')
    for (const command of [
      () => rotateKeys(missing),
      () => rotateSecretKey(missing),
      () => readSecrets(readEnvironment({ DATA_DIR: missing }), false),
    ])
      await expect(command()).rejects.toThrow(`There is no installation in ${missing}`)
    await expect(stat(missing)).rejects.toThrow('ENOENT')
  })
  it('is enough where the keys are settings', async () => {
    const present = key()
    const environment = readEnvironment({ DATA_DIR: join(folder, 'none'), SECRET_KEY: present })
    expect(secretKeysOf(await readSecrets(environment, false))).toEqual([present])
    await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT')
  })
})

describe('a data folder that cannot be written', () => {
  it.each([
    ['below a file', 'a-file/data'],
    ['with a name that is too long', 'x'.repeat(300)],
  ])('%s is named in a sentence', async (_, name) => {
    await writeFile(join(folder, 'a-file'), '')
    const error = await read({ DATA_DIR: join(folder, name) }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('DATA_DIR')
  })
})

describe('a damaged file of secrets', () => {
  it.each([['{}'], ['not JSON'], ['{"secretKey": 7}']])(
    '%s is named, and none of it is told',
    async (text) => {
      const file = join(folder, 'secrets.json')
      await writeFile(file, text)
      const error: unknown = await read().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(OperatorError)
      expect(String(error)).toContain(file)
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )
})
