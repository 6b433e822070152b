import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './running-server.ts'

const configuration = join(import.meta.dirname, '../../../infra/proxy/haproxy.cfg')

const isInstalled = spawnSync('haproxy', ['-v']).status === 0
/** The tests' message where it is not installed. */
export const proxyMissing = isInstalled
  ? undefined
  : 'haproxy is not installed: two nodes behind a reverse proxy are not tested.'
/** The proxies for tests of the proxy only: one, or none where it is not installed. */
export const reverseProxies = isInstalled ? ['haproxy'] : []

export interface ReverseProxy {
  origin: string
  stop(): Promise<void>
}

/**
 * Starts HAProxy with the configuration of the repository, on the loopback address.
 * @param nodes their origins
 */
export async function startReverseProxy([one, two]: readonly [string, string]): Promise<ReverseProxy> {
  const port = await freePort()
  const child = spawn('haproxy', ['-f', configuration], {
    env: {
      ...process.env,
      GATEHOUSE_BIND: `127.0.0.1:${port}`,
      GATEHOUSE_ONE: new URL(one).host,
      GATEHOUSE_TWO: new URL(two).host,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended:\n${said}`)
    const status = await fetch(`${origin}/health/live`).then(
      (response) => response.status,
      () => undefined,
    )
    if (status === 200) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
