import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import type { PortalClient } from './portal-client.ts'

interface PageOptions {
  /** The installation that the device connects to. */
  url: string
  portal: Pick<PortalClient, 'findMethods' | 'pairingCode'>
  /** 0 for any. */
  port: number
}

/**
 * Serves a page on which a person plays one device, on loopback.
 * @returns its address, and a function that stops it
 */
export async function servePage({
  url,
  portal,
  port,
}: PageOptions): Promise<{ address: string; stop(): void }> {
  const files = await bundle()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    // DNS rebinding: a page of another site could otherwise send requests under a name that points
    // here.
    if (!/^(localhost|127\.0\.0\.1)(:|$)/.test(request.headers.host ?? ''))
      return void response.writeHead(403).end()
    const send = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const sendJson = (work: Promise<object>) =>
      void work.then(
        (body) => send(200, 'application/json', JSON.stringify(body)),
        (error: unknown) => send(502, 'application/json', JSON.stringify({ message: String(error) })),
      )
    if (pathname === '/surroundings.json')
      return sendJson(portal.findMethods('').then((methods) => ({ url, methods: methods.slice(0, 200) })))
    if (pathname === '/pairing-code' && request.method === 'POST')
      return sendJson(portal.pairingCode(searchParams.get('method') ?? '').then((code) => ({ code })))
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (file) send(200, file.type, file.body)
    else send(404, 'text/plain', 'There is nothing here.')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://localhost:${taken}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
}

async function bundle(): Promise<Map<string, { type: string; body: string | Uint8Array }>> {
  const built = await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, target: 'es2024' },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('The page was not built')
  return new Map(
    output.output.map((file) => {
      const body = file.type === 'chunk' ? file.code : file.source
      return [
        `/${file.fileName}`,
        { type: types[file.fileName.split('.').at(-1) ?? ''] ?? 'text/plain', body },
      ]
    }),
  )
}
