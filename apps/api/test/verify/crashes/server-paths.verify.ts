import { chmod, cp, lstat, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBinaries, programOf } from '../../../src/db/embedded/binaries.ts'
import { isRoot, makeFolder, query, startServer } from '../../../src/db/embedded/fixtures/scenario.ts'
import {
  defaultFallbackFolders,
  openFallbackFolder,
  reachableBinaries,
} from '../../../src/db/embedded/fallback-folder.ts'

const isInside = (folder: string, path: string) => !relative(folder, path).startsWith('..')

/** The data folder of a checkout below a home of mode 700, and a fallback folder outside it. */
async function makeClosedHome() {
  const root = await makeFolder()
  const home = join(root, 'home')
  await mkdir(home, { mode: 0o700 })
  return { root, home, dataDir: join(home, 'checkout', 'data'), fallbackFolders: [join(root, 'shelter')] }
}

describe('a data folder below a closed home', () => {
  test('works: as root from a fallback folder that the next start finds again, else in place', async () => {
    const { home, dataDir, fallbackFolders } = await makeClosedHome()
    const first = await startServer({ dataDir, fallbackFolders })
    await query(first.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
    await first.stop()
    const second = await startServer({ dataDir, fallbackFolders })

    expect(await query(second.adminUrl, 'select n from kept')).toEqual([{ n: 7 }])
    expect(second.dataDir).toBe(first.dataDir)
    expect(isInside(isRoot ? fallbackFolders[0]! : dataDir, first.dataDir)).toBe(true)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  })

  test('a copied checkout gets data of its own, a moved one keeps its data', async () => {
    const { home, dataDir, fallbackFolders } = await makeClosedHome()
    const original = await startServer({ dataDir, fallbackFolders })
    await query(original.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')

    if (isRoot) {
      const copy = join(home, 'copy')
      await cp(dataDir, copy, { recursive: true })
      const other = await startServer({ dataDir: copy, fallbackFolders })
      expect(other.dataDir).not.toBe(original.dataDir)
      expect(other.adminUrl).not.toBe(original.adminUrl)
      expect(await query(other.adminUrl, `select to_regclass('kept') as found`)).toEqual([{ found: null }])
    }

    await original.stop()
    await rename(join(home, 'checkout'), join(home, 'moved'))
    const moved = await startServer({ dataDir: join(home, 'moved', 'data'), fallbackFolders })
    expect(await query(moved.adminUrl, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('two of them run side by side', async () => {
    const { home, fallbackFolders } = await makeClosedHome()
    const servers = await Promise.all(
      ['one', 'two'].map((name) => startServer({ dataDir: join(home, name), fallbackFolders })),
    )
    expect(new Set(servers.map((server) => server.adminUrl)).size).toBe(2)
    for (const server of servers) await query(server.adminUrl, 'create table kept (n int)')
  })
})

describe('programs below a closed home', () => {
  test('are copied once, links kept, to where another account can run them', async () => {
    const { home, fallbackFolders } = await makeClosedHome()
    const installed = findBinaries()
    const closed = { ...installed, directory: join(home, 'native') }
    await cp(installed.directory, closed.directory, { recursive: true, verbatimSymlinks: true })
    const account = { name: 'nobody', uid: 65_534, gid: 65_534 }
    const messages: string[] = []
    const reach = () =>
      reachableBinaries(closed, account, fallbackFolders, (message) => messages.push(message))
    if (!isRoot) {
      // An ordinary user runs the installed binaries; only the search for a fallback
      // folder is tested here.
      expect(await openFallbackFolder(fallbackFolders, account)).toBe(fallbackFolders[0])
      return
    }

    const [copy] = await Promise.all([reach(), reach()])
    expect(isInside(fallbackFolders[0]!, copy.directory)).toBe(true)
    expect((await lstat(join(copy.directory, 'lib', 'libpq.so'))).isSymbolicLink()).toBe(true)
    const run = spawnSync(programOf(copy, 'postgres'), ['--version'], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    })
    expect(run.stdout).toMatch(/PostgreSQL\) 18\./)
    expect(await readdir(fallbackFolders[0]!)).toHaveLength(1)

    const told = messages.length
    expect(await reach()).toEqual(copy)
    expect(messages).toHaveLength(told)

    spawnSync('chmod', ['-R', 'go-rw', copy.directory])
    await reach()
    expect((await stat(join(copy.directory, 'lib'))).mode & 0o777).toBe(0o755)
  })

  test('a fallback folder that others may write to is not used', async () => {
    const root = await makeFolder()
    const [forged, safe] = [join(root, 'forged'), join(root, 'safe')]
    await mkdir(forged)
    await chmod(forged, 0o777)
    // The folder already exists, so its mode is checked and not changed.
    expect(await openFallbackFolder([forged, safe], { name: 'nobody', uid: 65_534, gid: 65_534 })).toBe(safe)
    expect(defaultFallbackFolders[0]).toBe('/var/lib/gatehouse')
  })
})
