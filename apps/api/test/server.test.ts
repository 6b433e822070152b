import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEmptyInstallation,
  type EmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from './running-server.ts'

const ALL_JOBS = 13

const SECRET_KEY = randomBytes(32).toString('base64url')

let installation: EmptyInstallation
const running: RunningServer[] = []
beforeAll(async () => {
  installation = await createEmptyInstallation('server')
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()))
  await installation.remove()
})

async function start(settings: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startRunningServer({
    ...installation.settings,
    PORT: String(await freePort()),
    SECRET_KEY,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    BREACH_URL: 'off',
    BACKUP_NIGHTLY: 'on',
    ...settings,
  })
  running.push(server)
  return server
}

it('the program runs every job, tells a node with other images, and stops at a signal', async () => {
  const first = await start()
  const count = /gatehouse_job_duration_seconds_count\{task="([^"]+)"/g
  await expect
    .poll(async () => {
      const metrics = await (await fetch(`${first.origin}/metrics`)).text()
      return new Set([...metrics.matchAll(count)].map(([, task]) => task))
    })
    .toSatisfy((names: Set<string>) => names.size === ALL_JOBS && names.has('nightly backup'))
  expect(first.output.join('')).not.toContain('image_store_differs')

  const second = await start({ DATA_DIR: join(installation.dataDir, 'other') })
  expect(second.output.join('')).toContain('image_store_differs')
  expect(await second.stop()).toBe(0)
  expect(await first.stop()).toBe(0)
})
