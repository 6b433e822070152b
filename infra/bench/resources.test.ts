import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

/**
 * Keeps an existing file, and one that is still being written when the signal comes; then runs
 * forever.
 */
const bench = `
  import { once } from 'node:events'
  import { rm, writeFile } from 'node:fs/promises'
  import { Resources, stopResourcesOnSignals, untilSignal } from '${join(import.meta.dirname, 'resources.ts')}'
  stopResourcesOnSignals()
  await untilSignal(async () => {
    await using resources = new Resources()
    const file = (path, ready) => resources.keep(ready.then(() => writeFile(path, '')).then(() => path), rm)
    await file('started', Promise.resolve())
    setInterval(() => {}, 1000)
    console.log('measuring')
    await file('starting', once(process.stdin, 'data'))
    throw new Error('The servers are gone')
  })`

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops what has started and what is starting, and then the bench',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-resources-'))
    const child = spawn(process.execPath, ['--input-type=module', '--eval', bench], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(createInterface(child.stdout), 'line')
    expect(await readdir(folder)).toEqual(['started'])
    child.kill(signal)
    child.stdin.write('go on')
    const [code] = await once(child, 'exit')
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  },
)
