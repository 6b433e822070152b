import type { LookName } from '@gatehouse/validation/vocabulary'
import type { AllowedDestination, OwnService } from '../lib/outbound/destinations.ts'
import type { Environment } from './env.ts'
import type { Secrets } from './secrets.ts'

/** A store that speaks the protocol of Amazon S3. */
export interface S3Settings {
  bucket: string
  /** The address of the store, where it is not Amazon's. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A server that sends text messages. */
export interface TextGatewaySettings {
  url: URL
  /** The value of the header `Authorization`. */
  authorization: string | undefined
  /** What is sent, with `{to}`, `{text}` and `{id}`: JSON, or the fields of a form. */
  body: string
}

/** The settings, grouped by purpose. */
export interface Config {
  production: boolean
  /** Whether journeys run against the server: it hashes passwords cheaply and refuses no read. */
  test: boolean
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  dataDir: string
  server: {
    host: string
    port: number
    publicUrl: string
    allowedOrigins: string[]
    trustedProxies: string[]
  }
  database: { url: string | undefined; runtimeUrl: string | undefined; pool: number }
  secrets: Secrets
  /** Whether the signing keys come from the data folder. There they can be rotated while the server runs. */
  keysInDataDir: boolean
  /** Where photos are stored; in the data folder where it is undefined. */
  s3: S3Settings | undefined
  /** The mail server, or `outbox` for the folder of files; undefined where no mail leaves the installation. */
  mail: { smtpUrl: string | undefined; from: string }
  /** Who sends text messages; undefined where nobody does. */
  textGateway: TextGatewaySettings | undefined
  /** The service for breached passwords; undefined where no request may leave the network. */
  breachUrl: string | undefined
  /** Where people may send what leaves the installation. */
  outbound: {
    /** The networks and hosts that may be called although they are not public. */
    allowed: AllowedDestination[]
    /** What the installation itself uses. Nothing that somebody enters leads there. */
    ownServices: OwnService[]
    ownHost: string
  }
  pages: {
    looksByHost: Map<string, LookName>
    supportUrl: string | null
    privacyUrl: string | null
    /** A script of somebody else that the portal loads after the login. */
    helpWidgetUrl: string | undefined
  }
  logLevel: string
}

/**
 * Groups the settings. Demo accounts have published passwords, so with them the server listens on loopback
 * unless a host is named.
 */
export function groupSettings(environment: Environment, secrets: Secrets): Config {
  const production = environment.NODE_ENV === 'production'
  const embedded = environment.DATABASE_URL === undefined
  const demo = environment.DEMO ?? embedded
  const port = environment.PORT
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${port}`
  return {
    production,
    test: environment.NODE_ENV === 'test',
    demo,
    dataDir: environment.DATA_DIR,
    server: {
      host: environment.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
      port,
      publicUrl,
      allowedOrigins: environment.ALLOWED_ORIGINS,
      trustedProxies: environment.TRUSTED_PROXIES,
    },
    database: {
      url: environment.DATABASE_URL,
      runtimeUrl: environment.DATABASE_RUNTIME_URL,
      pool: environment.DATABASE_POOL,
    },
    secrets,
    keysInDataDir: environment.SESSION_KEYS === undefined,
    s3: s3Of(environment),
    mail: {
      smtpUrl: environment.SMTP_URL,
      from: environment.MAIL_FROM ?? `Gatehouse <no-reply@${new URL(publicUrl).hostname}>`,
    },
    textGateway: textGatewayOf(environment),
    breachUrl: environment.BREACH_URL === 'off' ? undefined : environment.BREACH_URL,
    outbound: {
      allowed: environment.OUTBOUND_ALLOWED,
      ownServices: [environment.DATABASE_URL, environment.DATABASE_RUNTIME_URL].flatMap(databaseHosts),
      ownHost: new URL(publicUrl).hostname,
    },
    pages: {
      looksByHost: new Map(environment.HOST_LOOKS),
      supportUrl: environment.SUPPORT_URL ?? null,
      privacyUrl: environment.PRIVACY_URL ?? null,
      helpWidgetUrl: environment.HELP_WIDGET_URL,
    },
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

function textGatewayOf({
  SMS_URL: url,
  SMS_AUTHORIZATION: authorization,
  SMS_BODY: body,
}: Environment): TextGatewaySettings | undefined {
  return url === undefined ? undefined : { url: new URL(url), authorization, body }
}

function s3Of(environment: Environment): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return {
    bucket,
    accessKeyId,
    secretAccessKey,
    endpoint: environment.S3_ENDPOINT,
    region: environment.S3_REGION,
  }
}

const POSTGRES_PORT = 5432

/** A URL without a host names a socket of this machine. */
function databaseHosts(text: string | undefined): OwnService[] {
  const url = text === undefined ? null : URL.parse(text)
  if (!url) return []
  const port = Number(url.port) || POSTGRES_PORT
  const hosts = url.hostname.split(',').filter((host) => host !== '')
  return hosts.map((host) => ({ host: host.replace(/^\[(.*)\]$/, '$1'), port }))
}
