import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { holderServer, killHard, query, startHolder } from '../../../src/db/embedded/fixtures/scenario.ts'
import { isPostmasterOn } from '../../../src/db/embedded/processes.ts'
import { startThrowawayPostgres } from '../../../src/db/embedded/throwaway.ts'

const folderOf = (dataDir: string) => dirname(dirname(dataDir))

test(
  'a throwaway server leaves nothing, and clears away what a killed run left',
  { timeout: 60_000 },
  async () => {
    const holder = startHolder()
    const abandoned = await holderServer(holder)
    await killHard(holder)

    const server = await startThrowawayPostgres()
    try {
      expect(await query(server.adminUrl, `select current_setting('fsync') as fsync`)).toEqual([
        { fsync: 'off' },
      ])
      expect(await isPostmasterOn(abandoned.pid, abandoned.dataDir)).toBe(false)
      await expect(stat(folderOf(abandoned.dataDir))).rejects.toThrow('ENOENT')
    } finally {
      await server.stop()
    }
    await expect(stat(folderOf(server.dataDir))).rejects.toThrow('ENOENT')
  },
)
