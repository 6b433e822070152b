import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoAccounts } from '../../../src/demo/accounts.ts'
import { createEmptyInstallation, freePort, startRunningServer } from '../../running-server.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('other users cannot read the files of a server, and it names a folder that they can', async () => {
  const { settings, dataDir, remove } = await createEmptyInstallation('private_files')
  onTestFinished(remove)
  await chmod(dataDir, 0o755)
  const server = await startRunningServer({
    ...settings,
    PORT: String(await freePort()),
    DEMO: 'on',
    LOG_LEVEL: 'warn',
  })
  try {
    const sent = await fetch(`${server.origin}/api/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoAccounts[0]?.email }),
    })
    expect(sent.status).toBe(204)
    await expect.poll(() => readdir(join(dataDir, 'outbox')).catch(() => [])).not.toEqual([])
  } finally {
    await server.stop()
  }

  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'secrets.json',
      expect.stringMatching(/\.webp$/),
      expect.stringMatching(/\.eml$/),
    ]),
  )
  const found = await Promise.all(
    entries.map(async (entry) => {
      const kind = entry.isDirectory() ? 'folder' : 'file'
      return `${kind} ${await modeOf(join(entry.parentPath, entry.name))}`
    }),
  )
  expect(new Set(found)).toEqual(new Set(['folder 700', 'file 600']))
  expect(server.output.join('')).toContain(`chmod -R go-rw \\"${dataDir}\\"`)
})
