import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { expect } from '@playwright/test'
import { findFreePort } from './own-server.ts'

export interface Redis {
  url: string
  /** By SIGKILL. Its data is lost. */
  kill(): Promise<void>
  /** Starts the killed one again at the same address, empty. */
  restart(): Promise<void>
}

/** The program of the server that this machine has: Redis or Valkey. */
const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Starts a Redis on the loopback address, in memory only; undefined on a machine without one. */
export async function startRedis(): Promise<Redis | undefined> {
  if (program === undefined) return undefined
  const port = await findFreePort()
  const start = () =>
    spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      cwd: tmpdir(),
      stdio: 'ignore',
    })
  const untilListening = () => expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true)
  let child = start()
  await untilListening()
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async restart() {
      child = start()
      await untilListening()
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
