import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepFirstAdminLink } from './first-admin-file.ts'

it('keeps the latest link for its owner alone, and none once there is an account', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-link-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await keepFirstAdminLink(dataDir, 'https://gate.example/first-admin?token=a')
  const file = (await keepFirstAdminLink(dataDir, 'https://gate.example/first-admin?token=b')) ?? ''
  expect(await readFile(file, 'utf8')).toBe('https://gate.example/first-admin?token=b\n')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await keepFirstAdminLink(dataDir, undefined)).toBeUndefined()
  await expect(stat(file)).rejects.toThrow('ENOENT')
})
