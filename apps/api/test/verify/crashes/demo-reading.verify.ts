import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEmptyInstallation,
  type EmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from '../../running-server.ts'

const command = join(import.meta.dirname, '../../../src/demo/demo-reading-command.ts')
let installation: EmptyInstallation
let settings: Record<string, string>
let server: RunningServer
let machineId: string

beforeAll(async () => {
  installation = await createEmptyInstallation('demo_reading')
  settings = { ...installation.settings, DEMO: 'on', PORT: String(await freePort()) }
  server = await startRunningServer(settings)
  const response = await fetch(`${server.origin}/api/checkin/machine-data?method=HEAT`)
  const data = (await response.json()) as { id: string; useTemperature: boolean }
  expect(data.useTemperature).toBe(true)
  machineId = data.id
}, 90_000)
afterAll(async () => {
  await server.stop()
  await installation.remove()
})

async function ask(words: string[], change: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...process.env, NODE_ENV: 'development', ...settings, ...change },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', error: '' }
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.error += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...said }
}

it('prints a code that signs one person in with that temperature', async () => {
  const { code, out, error } = await ask(['heat', '36,6'])
  expect(code, error).toBe(0)
  expect(out).toMatch(/^\d{6}\n$/)
  expect(error).toContain('36.6 °C at HEAT')
  const signIn = async () => {
    const response = await fetch(`${server.origin}/api/checkin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        firstName: 'Ana',
        lastName: 'Silva',
        mobile: '0491570156',
        machineId,
        verificationCode: out.trim(),
      }),
    })
    return response.json()
  }
  expect(await signIn()).toMatchObject({ temperature: 36.6, invalidCode: false })
  expect(await signIn()).toMatchObject({ invalidCode: true })
})

describe('says in a sentence what is wrong, and prints no code', () => {
  it.each([
    ['nothing', [], {}, 'Name a key and a temperature'],
    ['too much', ['HEAT', '36.6', 'now'], {}, 'Name a key and a temperature'],
    ['a word for a temperature', ['HEAT', 'warm'], {}, '“warm” is not a temperature'],
    ['24.9 °C', ['HEAT', '24.9'], {}, 'between 25 and 45 °C'],
    ['45.1 °C', ['HEAT', '45.1'], {}, 'between 25 and 45 °C'],
    ['an unknown key', ['ZZZ9', '36.6'], {}, 'No sign-in method has the key “ZZZ9”'],
    ['a method that does not measure', ['GATE', '36.6'], {}, 'GATE does not measure'],
    ['demo data off', ['HEAT', '36.6'], { DEMO: 'off' }, 'only where demo data is on'],
    [
      'production',
      ['HEAT', '36.6'],
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://gate.example.org',
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64url'),
        SESSION_KEYS: Buffer.alloc(32, 1).toString('base64url'),
      },
      'never in production',
    ],
    [
      'a database that is away',
      ['HEAT', '36.6'],
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
      'npm start',
    ],
    [
      'a data folder without a server',
      ['HEAT', '36.6'],
      { DATABASE_URL: '', DATA_DIR: '/nowhere' },
      'npm start',
    ],
    ['a wrong setting', ['HEAT', '36.6'], { DEMO: 'maybe' }, 'DEMO must be'],
  ])('%s', async (_, words, change, sentence) => {
    const { code, out, error } = await ask(words, change)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(error).toContain(sentence)
    expect(error).not.toMatch(/\n\s+at /)
    expect(existsSync('/nowhere')).toBe(false)
  })
  it('an installation without demo data', async () => {
    const { sql } = installation
    await sql`update logins set email_key = 'moved' where email_key = 'operator@gatehouse.example'`
    const { code, error } = await ask(['HEAT', '36.6'])
    await sql`update logins set email_key = 'operator@gatehouse.example' where email_key = 'moved'`
    expect(code).toBe(1)
    expect(error).toContain('has no demo data')
  })
})
