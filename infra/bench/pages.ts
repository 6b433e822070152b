import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export const repository = join(import.meta.dirname, '../..')

export interface ServedPage {
  url: string
  stop(): Promise<void>
}

/** Starts the program with new demo data, or uses the one at BASE. */
export async function serveGatehouse(): Promise<ServedPage> {
  const base = process.env['BASE']
  if (base !== undefined) return { url: base, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const url = 'http://localhost:50690'
  const env = { ...process.env, PORT: '50690', DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'test' }
  const server = spawn(process.execPath, [join(repository, 'apps/api/src/main.ts')], { env, stdio: 'ignore' })
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  async function stop(): Promise<void> {
    server.kill('SIGTERM')
    await gone
    await rm(dataDir, { recursive: true, force: true })
  }
  await readiness(`${url}/health/ready`, 90_000, gone).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, stop }
}

async function readiness(url: string, timeoutMs: number, gone: Promise<void>): Promise<void> {
  let isGone = false
  void gone.then(() => (isGone = true))
  for (const end = Date.now() + timeoutMs; Date.now() < end && !isGone;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('Gatehouse did not start. Is it built (pnpm build), and is port 50690 free?')
}

/** Builds and serves React with a single field, with the same tools and compression. */
export async function serveEmptyPage(): Promise<ServedPage> {
  const guest = createRequire(join(repository, 'apps/guest/package.json'))
  const { build } = (await import(guest.resolve('vite'))) as { build: (options: object) => Promise<unknown> }
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-empty-'))
  const packageFolder = (name: string) =>
    guest.resolve(`${name}/package.json`).replace(/\/package\.json$/, '')
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'empty-page'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { alias: { 'react-dom': packageFolder('react-dom'), react: packageFolder('react') } },
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.includes('.')) files.set(`/${name}`, brotliCompressSync(await readFile(join(folder, name))))
  }
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    const file = files.get(path)
    if (file) response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(file)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
