import { createServer, type AddressInfo } from 'node:net'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../src/main.ts')
const LONGEST_START_MS = 60_000

export interface RunningServer {
  origin: string
  /** What it has said so far. */
  output: readonly string[]
  /** Kills the process as a power cut would: nothing is said, nothing is tidied up. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it has. */
  stop(): Promise<number | null>
}

/** The real program in a process of its own. Resolves when it is ready. */
export async function startRunningServer(settings: Record<string, string>): Promise<RunningServer> {
  const origin = `http://127.0.0.1:${settings['PORT']}`
  const child = spawn(process.execPath, [main, '--api-only'], {
    env: { ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (text: Buffer) => output.push(text.toString()))
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  await untilReady(child, origin, output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return { origin, output, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

async function untilReady(child: ChildProcess, origin: string, output: string[]): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become ready:\n${output.join('')}`)
}

/** A port of the loopback host that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
