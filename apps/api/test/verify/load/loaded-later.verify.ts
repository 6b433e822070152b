import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, test, expect } from 'vitest'
import { createEmptyInstallation, freePort, startRunningServer } from '../../running-server.ts'

/** Packages that few installations or calls need. An idle server must not have loaded them. */
const later = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'any-ascii',
  'csv-parse',
  'flydrive',
  'jose',
  'nodemailer',
  'otplib',
  'sharp',
  'unhomoglyph',
  'web-push',
  'yaml',
]

test('an idle server has not loaded what is only needed later', async () => {
  const { settings, dataDir, remove } = await createEmptyInstallation('loaded_later')
  onTestFinished(remove)
  const file = join(dataDir, 'modules.txt')
  const server = await startRunningServer({
    ...settings,
    PORT: String(await freePort()),
    DEMO: 'off',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../record-modules.mjs')}`,
    LOADED_MODULES: file,
  })
  expect(await server.stop()).toBe(0)
  const loaded = await readFile(file, 'utf8')
  expect(loaded).toContain('/node_modules/fastify/')
  expect(later.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([])
})
