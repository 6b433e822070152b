import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import type { Database } from '../../src/db/client.ts'
import {
  createEmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from '../running-server.ts'

export interface Nodes {
  /** The origin of the node for a call number. Calls alternate between the nodes. */
  origin(index: number): string
  /** The output of a node so far. */
  said(index: number): string
  /** The token of the link for the first administrator. */
  firstAdminToken(): Promise<string>
  pid(index: number): number
  kill(index: number): Promise<void>
  /** Restarts a node that was killed, on the same port. */
  restart(index: number): Promise<void>
  dataDir: string
  db: Database
  /** Reads as a superuser, who bypasses row-level security. */
  sql: Sql
  close(): Promise<void>
}

export interface NodesOptions {
  count?: number
  settings?: Record<string, string>
}

/**
 * Starts programs in their own processes, on one database and one data folder, behind a proxy
 * that they trust.
 */
export async function startNodes(
  name: string,
  { count = 2, settings = {} }: NodesOptions = {},
): Promise<Nodes> {
  const { settings: own, dataDir, db, sql, remove } = await createEmptyInstallation(name)
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  const start = (port: number) =>
    startRunningServer({
      ...own,
      DEMO: 'off',
      PORT: String(port),
      BREACH_URL: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      ...settings,
    })
  // One at a time: the first creates the schema and the secrets.
  const nodes: RunningServer[] = []
  for (const port of ports) nodes.push(await start(port))
  return {
    origin: (index) => nodes[index % count]?.origin ?? '',
    said: (index) => nodes[index % count]?.output.join('') ?? '',
    async firstAdminToken() {
      const link = await readFile(join(dataDir, 'first-admin-link.txt'), 'utf8')
      return new URL(link.trim()).searchParams.get('token') ?? ''
    },
    pid: (index) => nodes[index % count]?.pid ?? 0,
    kill: async (index) => nodes[index % count]?.kill(),
    async restart(index) {
      nodes[index % count] = await start(ports[index % count] ?? 0)
    },
    dataDir,
    db,
    sql,
    async close() {
      for (const node of nodes) await node.stop()
      await remove()
    },
  }
}

export interface Asked {
  status: number
  body: Record<string, unknown>
  text: string
  cookies: string[]
  retryAfter: string | null
  headers: Headers
}

let ips = 0

export interface AskOptions {
  token?: string
  cookie?: string
  browser?: boolean
  headers?: Record<string, string>
}

/** Calls a node, each time from another IP address. */
export async function ask(
  origin: string,
  method: string,
  path: string,
  body?: object,
  { token, cookie, browser = false, headers = {} }: AskOptions = {},
): Promise<Asked> {
  ips += 1
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': `10.${ips >> 16}.${(ips >> 8) & 255}.${ips & 255}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(browser ? { 'sec-fetch-site': 'same-origin' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
    headers: response.headers,
    cookies: response.headers.getSetCookie(),
    retryAfter: response.headers.get('retry-after'),
  }
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
