import { resolve } from 'node:path'
import { isLoopbackHost } from '@gatehouse/validation/loopback'
import { looks } from '@gatehouse/validation/vocabulary'
import * as v from 'valibot'
import { trustedHops } from '../lib/client-ip.ts'
import { readAllowedDestination } from '../lib/outbound/destinations.ts'
import { OperatorError } from '../lib/operator-error.ts'

const repository = resolve(import.meta.dirname, '../../../..')

const flag = v.pipe(
  v.picklist(['on', 'off']),
  v.transform((word) => word === 'on'),
)
const count = v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'must be a number from 0 to 999'), v.transform(Number))
const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
const origin = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^/?#]+\/?$/i,
    'must be an origin such as https://gatehouse.example.org, without a path',
  ),
  v.check((text) => URL.canParse(text), 'must be an origin such as https://gatehouse.example.org'),
  v.transform((text) => new URL(text).origin),
)
const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(?:ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/gatehouse'),
  v.transform(toPrimary),
)
const keyOf32Bytes = (text: string) => Buffer.from(text, 'base64url').length >= 32
const oneOrTwoKeys = (expectation: string) =>
  v.pipe(
    list,
    v.check((keys) => keys.length > 0 && keys.length <= 2 && keys.every(keyOf32Bytes), expectation),
  )

const destination = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const allowed = readAllowedDestination(dataset.value)
    if (allowed) return allowed
    addIssue({ message: 'must be networks such as 10.20.0.0/16 and names of hosts, separated by commas' })
    return NEVER
  }),
)

/** Every environment setting. `.env.example` describes each. */
const Environment = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'production', 'test']), 'development'),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1))),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535'),
      v.transform(Number),
      v.minValue(1, 'must be a port number from 1 to 65535'),
      v.maxValue(65_535, 'must be a port number from 1 to 65535'),
    ),
    '50000',
  ),
  PUBLIC_URL: v.optional(origin),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(repository, path)),
    ),
    '.data',
  ),
  DATABASE_URL: v.optional(postgresUrl),
  DATABASE_RUNTIME_URL: v.optional(postgresUrl),
  BACKUP_DATABASE_URL: v.optional(postgresUrl),
  BACKUP_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(repository, path)),
    ),
  ),
  BACKUP_NIGHTLY: v.optional(flag),
  BACKUP_KEEP_DAILY: v.optional(count, '7'),
  BACKUP_KEEP_WEEKLY: v.optional(count, '4'),
  DATABASE_POOL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'must be a number of connections'),
      v.transform(Number),
      v.minValue(1),
    ),
    '10',
  ),
  DEMO: v.optional(flag),
  SECRET_KEY: v.optional(
    oneOrTwoKeys(
      'must be one key, or the present and the earlier one, each of at least 32 random bytes in base64url',
    ),
  ),
  SESSION_KEYS: v.optional(oneOrTwoKeys('must be one or two seeds of 32 random bytes in base64url')),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(smtps?:\/\/.|outbox$)/,
        'must be a URL such as smtp://user:password@mail.example.org:587, or outbox',
      ),
      v.check(
        (text) => text === 'outbox' || URL.canParse(text),
        'must be a URL such as smtp://user:password@mail.example.org:587, or outbox',
      ),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^\r\n]*[^\s<>]@[^\s<>]+>?$/, 'must be a sender such as Gatehouse <gatehouse@example.org>'),
    ),
  ),
  SMS_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('must be the URL of a gateway'),
      v.regex(/^https?:/, 'must be the URL of a gateway'),
    ),
  ),
  SMS_AUTHORIZATION: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be one line')),
  ),
  SMS_BODY: v.optional(
    v.pipe(v.string(), v.regex(/\{to\}.*\{text\}|\{text\}.*\{to\}/s, 'must contain {to} and {text}')),
    '{"to":"{to}","text":"{text}","id":"{id}"}',
  ),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.minLength(1))),
  S3_ENDPOINT: v.optional(
    v.pipe(v.string(), v.url('must be a URL such as https://s3.example.org'), v.regex(/^https?:/)),
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.minLength(1)), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.pipe(v.string(), v.minLength(1))),
  S3_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.minLength(1))),
  BREACH_URL: v.optional(
    v.union(
      [
        v.literal('off'),
        v.pipe(
          v.string(),
          v.url(),
          v.regex(/^https?:/),
          v.transform((url) => (url.endsWith('/') ? url : `${url}/`)),
        ),
      ],
      'must be the URL of a range service, or off',
    ),
    'https://api.pwnedpasswords.com/range/',
  ),
  OUTBOUND_ALLOWED: v.optional(v.pipe(list, v.array(destination)), ''),
  ALLOWED_ORIGINS: v.optional(v.pipe(list, v.array(origin)), ''),
  TRUSTED_PROXIES: v.optional(
    v.pipe(list, v.check(areProxies, 'must be addresses or networks such as 10.0.0.0/8, or loopback')),
    '',
  ),
  HOST_LOOKS: v.optional(
    v.pipe(
      list,
      v.transform((pairs) => pairs.map((pair) => pair.split('=').map((part) => part.trim()))),
      v.array(
        v.tuple([
          v.pipe(v.string(), v.toLowerCase()),
          v.picklist(looks, `must pair hosts with one of ${looks.join(', ')}`),
        ]),
        'must be pairs such as pulse.example.org=pulse',
      ),
    ),
    '',
  ),
  HOST_CLIENTS: v.optional(
    v.pipe(
      list,
      v.transform((pairs) => pairs.map((pair) => pair.split('=').map((part) => part.trim()))),
      v.array(
        v.tuple([v.pipe(v.string(), v.nonEmpty(), v.toLowerCase()), v.pipe(v.string(), v.nonEmpty())]),
        'must be pairs of a host and a company number such as signin.example.org=60 412 870 135',
      ),
    ),
    '',
  ),
  SUPPORT_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  PRIVACY_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  HELP_WIDGET_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isHttpsOrLoopback, 'must be the URL of a script over https'),
      v.transform((url) => new URL(url).href),
    ),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more characters without blanks')),
  ),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
})

export type Environment = v.InferOutput<typeof Environment>

/**
 * Reads and checks every setting at once.
 * @throws OperatorError with one line for each setting that is wrong or missing
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  // A check without its own message names what it expects.
  const message = ({ expected }: v.BaseIssue<unknown>) => `must be ${expected ?? 'different'}`
  const parsed = v.safeParse(Environment, given, { message })
  const problems = parsed.success
    ? [
        ...missingInProduction(parsed.output),
        ...missingForS3(parsed.output),
        ...differingDatabases(parsed.output),
      ]
    : parsed.issues.map(problemOf)
  if (problems.length > 0 || !parsed.success) {
    throw new OperatorError(
      `Gatehouse cannot start with these settings:\n${[...new Set(problems)].join('\n')}`,
    )
  }
  return parsed.output
}

/** Whether the environment has the setting. An empty one is none. */
export const isSet = (name: keyof Environment): boolean => (process.env[name] ?? '') !== ''

/** Of several hosts, the driver connects to the one that can be written to. */
function toPrimary(url: string): string {
  const hasSeveralHosts = /^[^/]*\/\/[^/?]*,/.test(url)
  if (!hasSeveralHosts || url.includes('target_session_attrs=')) return url
  return `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`
}

function areProxies(proxies: string[]): boolean {
  try {
    trustedHops(proxies)
    return true
  } catch {
    return false
  }
}

function isHttpsOrLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const [first] = issue.path ?? []
  const name = typeof first?.key === 'string' ? first.key : 'The environment'
  return `  ${name} ${issue.message}.`
}

/** A bucket needs the keys to it. */
function missingForS3(environment: Environment): string[] {
  if (environment.S3_BUCKET === undefined) return []
  const needed = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  return needed
    .filter((name) => environment[name] === undefined)
    .map((name) => `  ${name} must be set with S3_BUCKET.`)
}

/** The two logins are of one database. */
function differingDatabases({ DATABASE_URL: owner, DATABASE_RUNTIME_URL: runtime }: Environment): string[] {
  if (owner === undefined || runtime === undefined || databaseOf(owner) === databaseOf(runtime)) return []
  return ['  DATABASE_RUNTIME_URL must name the same database as DATABASE_URL.']
}

const databaseOf = (url: string) => /^[^/]*\/\/[^/]*\/([^?]*)/.exec(url)?.[1]

/** In production no secret has a default. */
function missingInProduction(environment: Environment): string[] {
  if (environment.NODE_ENV !== 'production') return []
  const needed = ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'SESSION_KEYS'] as const
  return needed
    .filter((name) => environment[name] === undefined)
    .map((name) => `  ${name} must be set in production.`)
}
