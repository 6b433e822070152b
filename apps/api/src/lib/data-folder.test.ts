import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findOpenFolders } from './data-folder.ts'

it('names what others can read: the whole folder, or the files and folders in one that they can pass', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const at = (name: string) => join(folder, name)
  await writeFile(at('secrets.json'), '{}', { mode: 0o600 })
  await mkdir(at('storage'), { mode: 0o700 })
  await mkdir(at('postgresql-18'), { mode: 0o755 })
  await chmod(folder, 0o711)
  expect(await findOpenFolders(folder)).toEqual([])
  await chmod(at('secrets.json'), 0o644)
  await chmod(at('storage'), 0o750)
  expect((await findOpenFolders(folder)).toSorted()).toEqual([at('secrets.json'), at('storage')])
  await chmod(folder, 0o755)
  expect(await findOpenFolders(folder)).toEqual([folder])
  await chmod(folder, 0o700)
  expect(await findOpenFolders(folder)).toEqual([])
})
