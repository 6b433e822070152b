import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { identityOf } from './process-identity.mjs'
import { recordOf, takeRunLock } from './run-lock.mjs'

let folder = ''
let path = ''

// Another running process, for locks that are not ours.
const neighbour = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
await once(neighbour, 'spawn')
const pid = neighbour.pid ?? 0
neighbour.unref()
process.once('exit', () => neighbour.kill('SIGKILL'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run lock-'))
  path = join(folder, '.data', 'run.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {unknown} note */
async function leave(note) {
  const lock = await takeRunLock(path)
  lock.release()
  writeFileSync(path, typeof note === 'string' ? note : JSON.stringify(note))
}

const read = () => JSON.parse(readFileSync(path, 'utf8'))

await test('a lock is taken, told about and given back without a trace', async () => {
  const lock = await takeRunLock(path)
  lock.update({ url: 'http://localhost:50000' })
  assert.deepEqual(read(), { holder: recordOf(process.pid), url: 'http://localhost:50000' })
  lock.release()
  assert.deepEqual(readdirSync(join(folder, '.data')), [])
})

await test('other users cannot read a lock or list its folder', async () => {
  const mode = (/** @type {string} */ entry) => statSync(entry).mode & 0o777
  const lock = await takeRunLock(path)
  assert.equal(mode(path), 0o600)
  lock.update({ url: 'http://localhost:50000' })
  assert.equal(mode(path), 0o600)
  // PostgreSQL runs as another account under root, and traverses the folder.
  assert.equal(mode(join(folder, '.data')), process.getuid?.() === 0 ? 0o711 : 0o700)
  lock.release()
})

await test('a second run is refused and told which one runs, and where', async () => {
  await leave({ holder: recordOf(pid), url: 'http://localhost:50000' })
  await assert.rejects(takeRunLock(path), {
    message: new RegExp(`already runs .*process ${pid}\\) at http://localhost:50000.*kill ${pid}`),
  })
})

for (const [what, note] of /** @type {[string, () => unknown][]} */ ([
  ['a process that is gone', () => ({ holder: { pid: 2 ** 22 - 7, identity: 'x' } })],
  ['an id that another process has by now', () => ({ holder: { pid, identity: 'an earlier boot' } })],
  ['nothing readable', () => 'half a no'],
  ['nothing', () => ''],
])) {
  await test(`a lock that names ${what} stops nothing`, async () => {
    await leave(note())
    const lock = await takeRunLock(path)
    assert.equal(read().holder.pid, process.pid)
    lock.release()
    assert.deepEqual(readdirSync(join(folder, '.data')), [])
  })
}

await test('a run that is ending is waited for, and told about when it takes too long', async () => {
  await leave({ holder: recordOf(pid), isStopping: true })
  await assert.rejects(takeRunLock(path, { timeoutMs: 200 }), { message: /still shutting down/ })

  const lock = await takeRunLock(path, { timeoutMs: 10_000, onWait: () => rmSync(path) })
  assert.equal(read().holder.pid, process.pid)
  lock.release()
})

await test('a run that ends just after a second one began makes room for it', async () => {
  await leave({ holder: recordOf(pid) })
  setTimeout(() => rmSync(path), 150)
  const lock = await takeRunLock(path)
  assert.equal(read().holder.pid, process.pid)
  lock.release()
})

await test('a server that outlived its run counts as ending', async () => {
  await leave({ holder: { pid: 2 ** 22 - 7, identity: 'x' }, server: recordOf(pid) })
  await assert.rejects(takeRunLock(path, { timeoutMs: 200 }), {
    message: new RegExp(`process ${pid}\\) is still`),
  })
})

await test('a lock that another run took over is neither changed nor removed', async () => {
  const lock = await takeRunLock(path)
  const other = { holder: recordOf(pid) }
  writeFileSync(path, JSON.stringify(other))
  lock.update({ url: 'x' })
  lock.release()
  assert.equal(existsSync(path), true)
  assert.deepEqual(read(), other)
})

await test('of many that start over a stale lock at once, one gets it', async () => {
  await leave({ holder: { pid: 2 ** 22 - 7, identity: 'x' } })
  const script = `
    const { takeRunLock } = await import(${JSON.stringify(new URL('run-lock.mjs', import.meta.url).href)})
    takeRunLock(${JSON.stringify(path)}).then(
      () => { process.stdout.write('taken '); process.stdin.resume() },
      () => process.stdout.write('refused '),
    )`
  const runs = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = await Promise.all(
    runs.map(async (run) => String((await once(run.stdout, 'data'))[0]).trim()),
  )
  for (const run of runs) run.stdin.end()
  assert.equal(answers.filter((answer) => answer === 'taken').length, 1, String(answers))
})

await test('a process has an identity while it lives', async () => {
  assert.equal(identityOf(pid), identityOf(pid))
  assert.notEqual(identityOf(pid), undefined)
  assert.equal(identityOf(2 ** 22 - 7), undefined)
})
