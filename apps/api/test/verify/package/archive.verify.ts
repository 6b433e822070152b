import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../running-server.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../../../../..')
const MINUTE_MS = 60_000

let folder: string
/** The unpacked archive. */
let installation: string
/** The command in it. */
let program: string
/** No Node and no package manager: what `./gatehouse` itself calls. */
let env: Record<string, string>
let origin: string
let server: ChildProcess

beforeAll(async () => {
  const packed = await run(process.execPath, ['infra/run/package.mjs'], { cwd: repository })
  const archive = /^\/.*\.tar\.gz/m.exec(packed.stdout)?.[0] ?? ''
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-package-'))
  // As root, PostgreSQL runs as another account, which has to reach its programs.
  await chmod(folder, 0o755)
  installation = join(folder, 'installation')
  program = join(installation, 'gatehouse')
  await mkdir(installation)
  await run('tar', ['-xzf', archive, '-C', installation])

  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of ['dirname', 'readlink']) await symlink(`/usr/bin/${name}`, join(programs, name))
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  env = {
    PATH: programs,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DEMO: 'off',
    BREACH_URL: 'off',
    npm_config_registry: 'http://127.0.0.1:1',
  }
  server = spawn(program, ['serve'], { env, stdio: 'inherit' })
  await untilReady()
}, 15 * MINUTE_MS)

afterAll(async () => {
  server.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const gatehouse = (args: string[], settings = {}) => run(program, args, { env: { ...env, ...settings } })

it('serves the built pages', async () => {
  const page = await fetch(`${origin}/login`)
  expect(page.status).toBe(200)
  const [, script = ''] = /src="(\/_\/portal\/[^"]+\.js)"/.exec(await page.text()) ?? []
  expect((await fetch(origin + script)).status).toBe(200)
})

it('contains every package that the server uses', async () => {
  const load = `
    const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
    const names = Object.keys(dependencies).filter((name) => !/^@(gatehouse|dicebear)\\//.test(name))
    await Promise.all(names.map((name) => import(name)))
    console.log(names.length)`
  const { stdout } = await run(join(installation, 'bin/node'), ['--input-type=module', '-e', load], {
    cwd: join(installation, 'apps/api'),
    env,
  })
  expect(Number(stdout)).toBeGreaterThan(20)
})

it('contains no test, no type and no package of development', async () => {
  const files = await readdir(installation, { recursive: true })
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((name) => /\.(?:test\.tsx?|d\.ts|map)$/.test(name))).toEqual([])
  expect(files.filter((name) => /\/\.pnpm\/(?:typescript|vitest|vite|turbo)@/.test(name))).toEqual([])
})

it('runs the commands of an operator', { timeout: 10 * MINUTE_MS }, async () => {
  await gatehouse(['keys:rotate'])
  await gatehouse(['verify-log'])
  await gatehouse(['backup'])
  await gatehouse(['restore-test'])
  const backups = join(env['DATA_DIR'] ?? '', 'backups')
  const [latest = ''] = await readdir(backups)
  const secrets = JSON.parse(await readFile(join(env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8')) as {
    secretKey: string
  }
  const { stdout } = await gatehouse(['restore', join(backups, latest)], {
    DATA_DIR: join(folder, 'restored'),
    SECRET_KEY: secrets.secretKey,
  })
  expect(stdout).toContain('Restored in')
})

it('ends with SIGTERM, and leaves no process', { timeout: 2 * MINUTE_MS }, async () => {
  expect(await processesIn(folder)).not.toEqual([])
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(await processesIn(folder)).toEqual([])
})

async function untilReady(): Promise<void> {
  const deadline = performance.now() + 5 * MINUTE_MS
  while (performance.now() < deadline && server.exitCode === null) {
    const response = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await setTimeout(100)
  }
  throw new Error('The server did not become ready.')
}

/** The command lines of the processes that name a folder. */
async function processesIn(path: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    // A process can end while it is read.
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter((line) => line.includes(path)).map((line) => line.replaceAll('\0', ' '))
}
