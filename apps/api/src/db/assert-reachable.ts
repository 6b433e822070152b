import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { Connection, READ_ONLY } from './connection.ts'
import { OperatorError } from '../lib/operator-error.ts'

export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_RUNTIME_URL'

export interface ReachabilityOptions {
  onProgress?: (message: string) => void
  connectMs?: number
  /** How long to wait for a server that is not up yet. Commands that need a running one pass 0. */
  startingMs?: number
  /** The wait between two attempts. */
  retryMs?: number
  /** The pause between two progress messages. */
  tellMs?: number
}

/**
 * Connects once, so that a wrong URL gives a clear message. Waits for a server that is not up yet:
 * database and program often start together.
 * @throws OperatorError
 */
export async function assertReachable(
  url: string,
  setting: DatabaseSetting,
  {
    onProgress = () => {},
    connectMs = 10_000,
    startingMs = 60_000,
    retryMs = 1000,
    tellMs = 5000,
  }: ReachabilityOptions = {},
): Promise<void> {
  const deadline = performance.now() + startingMs
  let toldAt = -Infinity
  for (;;) {
    const error = await connectOnce(url, connectMs)
    if (error === undefined) return
    const code = codeOf(error)
    const sentence = sentenceFor(code, setting)
    const now = performance.now()
    if (!notUpYet.has(code) || now + retryMs > deadline) throw new OperatorError(sentence, { cause: error })
    if (now - toldAt >= tellMs) {
      onProgress(`Waiting for the database. ${sentence}`)
      toldAt = now
    }
    await delay(retryMs)
  }
}

/** @returns the error, or undefined where a server that can be written to accepts the connection */
async function connectOnce(url: string, connectMs: number): Promise<unknown> {
  let usesTls = false
  try {
    usesTls = postgres(url, { max: 1 }).options.ssl !== false
    const connection = await Connection.open(url, {})
    const limit = setTimeout(() => connection.cut('ETIMEDOUT'), connectMs)
    try {
      await connection.sql`select 1`
      return undefined
    } finally {
      clearTimeout(limit)
      connection.cut('CONNECTION_DESTROYED')
    }
  } catch (error) {
    // The driver continues with TLS although the server refused it; the server then closes the
    // connection.
    return usesTls && hungUp.includes(codeOf(error)) ? new TlsRefusedError() : error
  }
}

class TlsRefusedError extends Error {
  override readonly name = 'TlsRefusedError'
}

const hungUp = ['ECONNRESET', 'EPIPE', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED']
const startingUp = '57P03'
const notUpYet: ReadonlySet<string> = new Set([
  startingUp,
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  READ_ONLY,
])

/** The problem and its remedy, by the error code of the socket, of TLS or of PostgreSQL. */
const sentences: Record<string, (setting: DatabaseSetting) => string> = {
  ...forEach(
    ['ERR_INVALID_URL', 'ERR_SOCKET_BAD_PORT', 'URIError'],
    (setting) =>
      `${setting} cannot be read as a URL. In user and password, characters such as @ : / # and % have to be percent-encoded.`,
  ),
  ...forEach(
    ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'],
    (setting) => `${setting} names a host that cannot be found. Check the name of the host.`,
  ),
  ...forEach(
    ['ECONNREFUSED', 'ENOENT', 'EACCES'],
    (setting) =>
      `${setting} leads to a host on which no database server takes connections there. Check host and port, and that the server runs.`,
  ),
  ...forEach(
    ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'EADDRNOTAVAIL'],
    (setting) =>
      `${setting} leads to a server that does not answer. Check host and port, and that the network lets this machine through.`,
  ),
  ...forEach(
    hungUp,
    (setting) =>
      `${setting} leads to a server that closes the connection. Check host and port, and that it is a PostgreSQL.`,
  ),
  ...forEach(
    [
      'TlsRefusedError',
      'EPROTO',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
    ],
    (setting) =>
      `${setting} asks for TLS (sslmode), which the server does not speak. Turn TLS on at the server, or take sslmode out of the URL.`,
  ),
  ...forEach(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'HOSTNAME_MISMATCH',
    ],
    (setting) =>
      `${setting} leads to a server whose TLS certificate is not trusted here. Name its authority in NODE_EXTRA_CA_CERTS, and the server as the certificate does.`,
  ),
  [READ_ONLY]: (setting) =>
    `No host of ${setting} can be written to: all are standbys. Promote one, or add the primary.`,
  '28P01': (setting) => `The server of ${setting} refuses the user or the password. Correct them.`,
  '28000': (setting) =>
    `The server of ${setting} does not let this user in. Check the user, its line in pg_hba.conf, and whether the server asks for TLS (sslmode=require in the address).`,
  '3D000': (setting) =>
    `${setting} names a database that does not exist on the server. Create it, or correct the name.`,
  '42501': (setting) =>
    `The user of ${setting} may not connect to the database. Grant it CONNECT, or correct the user.`,
  '42704': (setting) =>
    `${setting} carries a parameter that the server does not know. Take it out of the URL.`,
  '53300': (setting) =>
    `The server of ${setting} has no connection left. Raise its max_connections, or lower DATABASE_POOL on the nodes.`,
  [startingUp]: (setting) =>
    `The server of ${setting} is starting up or shutting down, and does not accept connections yet.`,
}

function forEach(codes: string[], sentence: (setting: DatabaseSetting) => string): typeof sentences {
  return Object.fromEntries(codes.map((code) => [code, sentence]))
}

function sentenceFor(code: string, setting: DatabaseSetting): string {
  return sentences[code]?.(setting) ?? `The server of ${setting} does not let Gatehouse in (${code}).`
}

/** The code of an error, or its name. Neither contains a part of the URL. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if ('code' in error && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code)) return error.code
  return error.name
}
