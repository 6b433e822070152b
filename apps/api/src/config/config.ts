import { join } from 'node:path'
import type { OwnService } from '../lib/outbound/destinations.ts'
import type { Environment } from './env.ts'
import type { Secrets } from './secrets.ts'

/**
 * Groups the settings. Demo accounts have public passwords, so with demo data the server listens on
 * loopback unless HOST is set.
 */
export function groupSettings(environment: Environment, secrets: Secrets) {
  const production = environment.NODE_ENV === 'production'
  const embedded = environment.DATABASE_URL === undefined
  const demo = environment.DEMO ?? embedded
  const port = environment.PORT
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${port}`
  return {
    production,
    /**
     * Set for end-to-end tests: passwords are hashed cheaply, and calls wait longer for
     * a busy database.
     */
    test: environment.NODE_ENV === 'test',
    /** Whether an empty database is filled with demo data. */
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
      /** The login that reads everything for a backup. */
      backupUrl: environment.BACKUP_DATABASE_URL,
    },
    backup: {
      folder: environment.BACKUP_DIR ?? join(environment.DATA_DIR, 'backups'),
      nightly: environment.BACKUP_NIGHTLY ?? (embedded && environment.NODE_ENV !== 'test'),
      keep: { daily: environment.BACKUP_KEEP_DAILY, weekly: environment.BACKUP_KEEP_WEEKLY },
    },
    secrets,
    /**
     * Whether the signing keys come from the data folder, where they can be rotated while the
     * server runs.
     */
    keysInDataDir: environment.SESSION_KEYS === undefined,
    /** Where photos are stored; undefined for the data folder. */
    s3: s3Of(environment),
    /**
     * The mail server, or `outbox` for files in a folder. Undefined: no email leaves the
     * installation.
     */
    mail: {
      smtpUrl: environment.SMTP_URL,
      from: environment.MAIL_FROM ?? `Gatehouse <no-reply@${new URL(publicUrl).hostname}>`,
    },
    textGateway: textGatewayOf(environment),
    breachUrl: environment.BREACH_URL === 'off' ? undefined : environment.BREACH_URL,
    /** Which hosts webhooks and other outgoing calls may reach. */
    outbound: {
      /** Networks and hosts that may be called although they are not public. */
      allowed: environment.OUTBOUND_ALLOWED,
      /** The installation's own services. URLs that people enter can never reach them. */
      ownServices: [environment.DATABASE_URL, environment.DATABASE_RUNTIME_URL].flatMap(databaseHosts),
      ownHost: new URL(publicUrl).hostname,
    },
    pages: {
      looksByHost: new Map(environment.HOST_LOOKS),
      /** Company numbers. */
      clientsByHost: new Map(environment.HOST_CLIENTS),
      supportUrl: environment.SUPPORT_URL ?? null,
      privacyUrl: environment.PRIVACY_URL ?? null,
      helpWidgetUrl: environment.HELP_WIDGET_URL,
    },
    metricsToken: environment.METRICS_TOKEN,
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

export type Config = ReturnType<typeof groupSettings>

function textGatewayOf({ SMS_URL: url, SMS_AUTHORIZATION: authorization, SMS_BODY: body }: Environment) {
  return url === undefined ? undefined : { url: new URL(url), authorization, body }
}

/** The bucket for images; undefined where they are in the data folder. */
export function s3Of(environment: Environment) {
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

/** A URL without a host names a Unix socket of this machine. */
function databaseHosts(text: string | undefined): OwnService[] {
  // `URL` cannot parse a URL of several hosts with ports.
  const [, hosts = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(text ?? '') ?? []
  return hosts.split(',').flatMap((each) => {
    const url = URL.parse(`postgres://${each}`)
    if (!url?.hostname) return []
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) || POSTGRES_PORT }
  })
}
