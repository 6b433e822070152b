import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { makeIdentity } from '../../self-signed.ts'
import { createEmptyInstallation, freePort, startRunningServer } from '../../running-server.ts'

const configurations = join(import.meta.dirname, '../../../../../infra/proxy')
const forged = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'gopher' }

/** Starts nginx with TLS. @returns its origin */
async function startNginx(node: string): Promise<string> {
  const folder = await makeFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const { key, cert } = makeIdentity('gatehouse.example.org')
  await writeFile(join(folder, 'privkey.pem'), key)
  await writeFile(join(folder, 'fullchain.pem'), cert)
  const site = (await readFile(join(configurations, 'nginx.conf'), 'utf8'))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('/etc/letsencrypt/live/gatehouse.example.org', folder)
    .replace('127.0.0.1:50000', new URL(node).host)
  await writeFile(join(folder, 'site.conf'), site)
  const main = `daemon off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/a; uwsgi_temp_path ${folder}/b; scgi_temp_path ${folder}/c;
    include ${folder}/site.conf; }`
  await writeFile(join(folder, 'nginx.conf'), main)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  return untilUp(child, `https://127.0.0.1:${port}`)
}

/** Starts Caddy without TLS, for which it would need a public name. @returns its origin */
async function startCaddy(node: string): Promise<string> {
  const origin = `http://127.0.0.1:${await freePort()}`
  const home = await makeFolder()
  const settings = { GATEHOUSE_SITE: origin, GATEHOUSE_NODE: new URL(node).host }
  const child = spawn('caddy', ['run', '--config', join(configurations, 'Caddyfile')], {
    env: { ...process.env, ...settings, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: 'ignore',
  })
  return untilUp(child, origin)
}

const proxies = { nginx: startNginx, caddy: startCaddy }
const isInstalled = (name: string) => spawnSync(name, ['version']).error === undefined
const installed = Object.entries(proxies).filter(([name]) => isInstalled(name))
for (const name of Object.keys(proxies))
  if (!isInstalled(name)) console.warn(`${name} is not installed: its configuration is not tested.`)

it.each(installed)('%s tells a node who asks, and believes no visitor', async (_, start) => {
  const heard: (string | undefined)[][] = []
  const node = createServer(({ headers, url }, response) => {
    const names = ['x-forwarded-for', 'x-forwarded-proto', 'host'] as const
    if (url === '/asked') heard.push(names.map((name) => String(headers[name])))
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void node.close())
  await once(node, 'listening')
  const proxy = await start(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
  await get(`${proxy}/asked`)
  const { host, protocol } = new URL(proxy)
  expect(heard).toEqual([['127.0.0.1', protocol.slice(0, -1), host]])
  expect((await get(`${proxy}/metrics`)).statusCode).toBe(404)
})

it.each(installed)('%s forwards the live socket of Gatehouse', async (name, start) => {
  const installation = await createEmptyInstallation(`behind_${name}`)
  onTestFinished(() => installation.remove())
  const node = await startRunningServer({
    ...installation.settings,
    PORT: String(await freePort()),
    DEMO: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  onTestFinished(async () => void (await node.stop()))
  const proxy = await start(node.origin)
  const socket = new WebSocket(`${proxy.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    rejectUnauthorized: false,
  })
  onTestFinished(() => socket.terminate())
  const [greeting] = (await once(socket, 'message')) as [Buffer]
  expect(greeting.toString()).toMatch(/^0\{"sid":/)
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function untilUp(child: ChildProcess, origin: string): Promise<string> {
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const status = () => get(`${origin}/health/live`).then(({ statusCode }) => statusCode)
  await expect.poll(() => status().catch(() => undefined), { timeout: 20_000 }).toBe(200)
  return origin
}

/** Requests a page with forged forwarding headers, and accepts any certificate. */
async function get(url: string): Promise<IncomingMessage> {
  const options = { headers: forged, rejectUnauthorized: false, agent: false as const }
  const call = (url.startsWith('https:') ? secureRequest : request)(url, options)
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  return response
}
