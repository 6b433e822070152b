import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres, { type Sql } from 'postgres'
import { drawName, mailboxOf } from '../../src/demo/names.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { emailKey } from '../../src/modules/auth/account.ts'
import { createPasswords } from '../../src/modules/auth/passwords.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/durations.ts'
import { fillLog } from '../fill-log.ts'

/** The number of clients with sites. The others have only users. */
const CLIENTS_WITH_SITES = 500
const NOTIFICATIONS = 100
const ROLES = 50
export const password = 'Gatehouse-bench-2026'
/**
 * Accounts at the client with the busiest site: an administrator, a Manager of a hundred of its
 * sites, and a site admin.
 */
export const accounts = {
  admin: 'admin@bench.example',
  manager: 'manager@bench.example',
  siteAdmin: 'operator@bench.example',
}

const zones = [
  ['Australia/Sydney', 600],
  ['Australia/Perth', 480],
  ['Asia/Kolkata', 330],
  ['Asia/Kathmandu', 345],
  ['Europe/London', 0],
  ['America/New_York', -300],
] as const
/** Monday to Sunday. */
const dayWeights = [1, 1.05, 1.1, 1.05, 0.95, 0.45, 0.3]
/** From midnight; most people come in the morning. */
const hourWeights = [0, 0, 0, 0, 0, 1, 4, 12, 22, 18, 10, 7, 5, 8, 6, 4, 3, 2, 1, 1, 0, 0, 0, 0]
const hours = hourWeights.flatMap((weight, hour) => Array.from({ length: weight }, () => hour))

const prefixes = {
  client: '01900001',
  site: '01900002',
  method: '01900003',
  role: '01900004',
  user: '01900005',
  audit: '01900006',
  notification: '01900007',
}
const hex = (number: number) => number.toString(16).padStart(12, '0')
const idOf = (kind: keyof typeof prefixes, number: number) =>
  `${prefixes[kind]}-0000-7000-8000-${hex(number)}`
const sqlIdOf = (kind: keyof typeof prefixes, number: string) =>
  `('${prefixes[kind]}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const clientsOf = (users: number) => Math.max(CLIENTS_WITH_SITES, users / 10)
const clientOf = (site: number) => site % CLIENTS_WITH_SITES

/** The busiest site, its client and its method. */
export const busiest = { clientId: idOf('client', 0), siteId: idOf('site', 0), methodId: idOf('method', 0) }
/** A site of the same client, whose visitors choose a role. */
export const siteWithRolesId = idOf('site', CLIENTS_WITH_SITES)

export interface FillOptions {
  /** The URL for a superuser: a COPY then skips row-level security, and no trigger fires. */
  url: string
  name: string
  sites: number
  /** The visits of the last year. The year before has a tenth of them. */
  visits: number
  /**
   * Most of them belong to the busiest client, so that its administrator has nearly as many as a
   * site admin. There is one client for every ten users.
   */
  users: number
  seed: string
  now: Date
  onProgress: (message: string) => void
}

/**
 * Identifies the version of this file that filled a database, so that no other
 * version's data is reused.
 */
const mark = `filled for measurements by ${createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .digest('hex')}`

/**
 * Whether this version has filled the database completely. Drops a database filled by another one.
 */
export async function isFilled(adminUrl: string, name: string): Promise<boolean> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  try {
    const [found] = await admin`
      select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${name}`
    if (found?.['comment'] === mark) return true
    await admin`drop database if exists ${admin(name)}`
    return false
  } finally {
    await admin.end()
  }
}

/**
 * Fills a migrated, empty database: all clients and sites, two years of visits with the rhythm of
 * working days and mornings, refused attempts, the people who are on site now, and the roll-ups.
 * The same seed and time give the same rows.
 */
export async function fillDatabase({
  url,
  name,
  sites,
  visits,
  users,
  seed,
  now,
  onProgress,
}: FillOptions): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { session_replication_role: 'replica', synchronous_commit: 'off' },
  })
  const start = performance.now()
  const progress = (what: string) =>
    onProgress(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`)
  try {
    await fillSetUp(sql, sites, clientsOf(users))
    progress('clients, sites and accounts')
    const people = new PeopleWriter(createRandom(`${seed} people`), now.getTime(), sites, users)
    await copy(sql, 'users', userColumns, people.users())
    await copy(sql, 'access_entries', 'client_id, user_id, site_id, user_type', [people.entries.join('')])
    await fillLogs(sql, now, users)
    progress(`${users} users and ${2 * users} audit entries`)
    const history = new HistoryWriter(createRandom(seed), now.getTime(), sites)
    await copy(sql, 'visits', visitColumns, history.visits(visits))
    progress(`${history.written} visits`)
    await copy(sql, 'visits', visitColumns, history.arrivals(users / 20))
    await copy(sql, 'refused_attempts', refusalColumns, history.refusals(Math.round(visits / 50)))
    await copy(sql, 'presence', presenceColumns, [history.present.join('')])
    progress(`refused attempts, and ${history.present.length} people on site`)
    await fillLog(sql)
    progress('the access log')
    await sql`set session_replication_role = origin`
    await sql`select set_config('app.scope', 'installation', false)`
    await sql`select gatehouse_fill_rollups()`
    progress('roll-ups')
    await sql`
      insert into log_people (client_id, person_key, folded_name, mobile, last_at)
      select client_id, person_key, gatehouse_fold(last_name || E'\\t' || first_name), mobile, signed_in_at
      from visits where anonymised_at is null on conflict do nothing`
    progress('people of the log')
    await sql`vacuum analyze`
    await sql`checkpoint`
    progress('analysed')
    await sql.unsafe(`comment on database "${name}" is '${mark}'`)
  } finally {
    await sql.end()
  }
}

async function fillSetUp(sql: Sql, sites: number, clients: number): Promise<void> {
  const site = (kind: 'site' | 'method') => sqlIdOf(kind, 'number')
  const client = sqlIdOf('client', `number % ${CLIENTS_WITH_SITES}`)
  const numbers = `generate_series(0, ${sites - 1}) as number`
  const zone = `(array[${zones.map(([zoneName]) => `'${zoneName}'`).join(', ')}])[number % ${zones.length} + 1]`
  await sql.unsafe(`
    insert into clients (id, name, company_no, country, enabled, look)
      select ${sqlIdOf('client', 'number')}, 'Client ' || number, number::text,
        (array['Australia', 'New Zealand', 'España', 'United States', ''])[number % 5 + 1], number % 20 <> 19,
        (array['presence', 'pulse', 'batbooth'])[number % 3 + 1]
      from generate_series(0, ${clients - 1}) as number;
    insert into sites (client_id, id, name, time_zone, status, opening_hours)
      select ${client}, ${site('site')}, 'Site ' || number, ${zone}, case when number % 50 = 49 then 'archived' else 'active' end,
        case when number % 4 = 3 then '[]' else (
          select jsonb_agg(jsonb_build_object('day', day, 'opens', '08:00', 'closes', (16 + number % 7) || ':00'))
          from generate_series(1, 5 + number % 3) as day) end
      from ${numbers};
    insert into sign_in_methods (client_id, id, site_id, type, name)
      select ${client}, ${site('method')}, ${site('site')}, (array['qr', 'qr', 'kiosk', 'device'])[number % 4 + 1], 'Front door ' || number
      from ${numbers};
    insert into visitor_roles (client_id, id, site_id, name, position)
      select client_id, ${sqlIdOf('role', `1000000 + number`)}, id, 'Role ' || number, number
      from sites, generate_series(1, ${ROLES}) as number where id = '${siteWithRolesId}'`)
  await fillKeys(sql)
  const passwordHash = await (await createPasswords()).hash(password)
  for (const [number, [role, email]] of Object.entries(accounts).entries()) {
    const user = { client_id: busiest.clientId, id: idOf('user', number), email, email_key: emailKey(email) }
    const flags = { admin: role === 'admin', site_admin: role === 'siteAdmin', password_hash: passwordHash }
    const rest = { first_name: 'Bench', last_name: role, status: 'active' }
    await sql`insert into users ${sql({ ...user, ...flags, ...rest })}`
    await sql`insert into logins ${sql({ email_key: user.email_key, client_id: user.client_id, user_id: user.id })}`
    if (role !== 'manager') continue
    await sql`
      insert into access_entries (client_id, user_id, site_id, user_type)
      select client_id, ${user.id}, id, 'Manager' from sites where client_id = ${user.client_id} order by id limit 100`
  }
}

const KEY_LETTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ23456789'

/** Each method has its key: its row number in the alphabet of keys. */
async function fillKeys(sql: Sql): Promise<void> {
  const letter = (power: number) =>
    `substr('${KEY_LETTERS}', (place / ${KEY_LETTERS.length ** power} % ${KEY_LETTERS.length})::int + 1, 1)`
  await sql`insert into method_keys ${sql({ key: 'GATE', client_id: busiest.clientId, method_id: busiest.methodId })}`
  await sql.unsafe(`
    insert into method_keys (key, client_id, method_id)
      select ${[3, 2, 1, 0].map(letter).join(' || ')}, client_id, id
      from (select *, row_number() over (order by id) as place from sign_in_methods where id <> '${busiest.methodId}') as numbered
      where ${[3, 2, 1, 0].map(letter).join(' || ')} <> 'GATE'`)
}

/** Audit entries, most of them at the busiest client, and notifications of its administrator. */
async function fillLogs(sql: Sql, now: Date, users: number): Promise<void> {
  const entries = 2 * users
  await sql.unsafe(`
    insert into audit_entries (client_id, id, at, actor_kind, actor_id, action, target_kind, target_id, details)
      select ${sqlIdOf('client', `case when number % 5 < 4 then 0 else number % ${clientsOf(users)} end`)}, ${sqlIdOf('audit', 'number')},
        '${now.toISOString()}'::timestamptz - interval '2 minutes' * (${entries} - number), 'staff', '${idOf('user', 0)}',
        kind || '.' || case when number % 3 = 0 then 'created' else 'updated' end, kind,
        case kind when 'user' then ${sqlIdOf('user', `${FIRST_USER} + number % 1000`)} else ${sqlIdOf('site', 'number % 200 * 500')} end,
        jsonb_build_object('before', jsonb_build_object('name', 'Name ' || number), 'after', jsonb_build_object('name', 'Name ' || number + 1))
      from (select number, case when number % 10 < 7 then 'user' else 'site' end as kind
        from generate_series(1, ${entries}) as number) as numbered;
    insert into notifications (client_id, id, user_id, kind, level, created_at)
      select '${busiest.clientId}', ${sqlIdOf('notification', 'number * 3 + owner')}, ${sqlIdOf('user', 'owner')}, 'mail_failed', 'warning',
        '${now.toISOString()}'::timestamptz - interval '1 hour' * number
      from generate_series(1, ${NOTIFICATIONS}) as number, generate_series(0, 2) as owner`)
}

const FIRST_USER = 10_000
/** The user with the audit entries. */
export const firstUserId = idOf('user', FIRST_USER)
const userColumns =
  'client_id, id, email, email_key, first_name, last_name, mobile, employee_number, status, user_type, last_seen_at, last_seen_site_id'

class PeopleWriter {
  readonly entries: string[] = []
  readonly #random: Random
  readonly #now: number
  readonly #sites: number
  readonly #users: number

  constructor(random: Random, now: number, sites: number, users: number) {
    this.#random = random
    this.#now = now
    this.#sites = sites
    this.#users = users
  }

  *users(): Generator<string> {
    for (let from = 0; from < this.#users; from += ROWS_A_CHUNK)
      yield Array.from({ length: ROWS_A_CHUNK }, (_, at) => this.#user(from + at)).join('')
  }

  #user(number: number): string {
    const random = this.#random
    const client = number < 0.8 * this.#users ? 0 : 1 + (number % (clientsOf(this.#users) - 1))
    const id = idOf('user', FIRST_USER + number)
    const name = drawName(random)
    const email = `${mailboxOf(name)}.${number}@bench.example`
    const type = random.weighted([['Staff', 8] as const, ['Manager', 1] as const, ['Guest', 1] as const])
    const sitesOf = this.#sitesOf(client)
    for (const site of sitesOf)
      this.entries.push(`${idOf('client', client)}\t${id}\t${idOf('site', site)}\t${type}\n`)
    const status = random.weighted([
      ['active', 90] as const,
      ['archived', 7] as const,
      ['pending', 2] as const,
      ['rejected', 1] as const,
    ])
    const [lastSite] = sitesOf
    const seen =
      lastSite === undefined || random.chance(0.3)
        ? [NULL, NULL]
        : [iso(this.#now - random.int(0, 90 * DAY_MS)), idOf('site', lastSite)]
    const mobile = `+614930${String(number).padStart(5, '0')}`
    const names = [name.firstName, name.lastName]
    const rest = [mobile, `E${number}`, status, sitesOf.length > 0 ? type : NULL, ...seen]
    return `${[idOf('client', client), id, email, email, ...names, ...rest].join('\t')}\n`
  }

  /** Up to three different sites of the client. */
  #sitesOf(client: number): number[] {
    if (client >= CLIENTS_WITH_SITES) return []
    const count = Math.floor((this.#sites - client - 1) / CLIENTS_WITH_SITES) + 1
    const drawn = Array.from({ length: this.#random.int(1, 3) }, () => this.#random.int(0, count - 1))
    return [...new Set(drawn)].map((place) => place * CLIENTS_WITH_SITES + client)
  }
}

async function copy(sql: Sql, table: string, columns: string, chunks: Iterable<string>): Promise<void> {
  const target = await sql.unsafe(`copy ${table} (${columns}) from stdin`).writable()
  await pipeline(Readable.from(chunks), target)
}

const personColumns =
  'client_id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id'
const visitColumns = `${personColumns}, id, signed_in_at, created_at, signed_out_at, ended_as, ended_at, assumed_left_at, anonymised_at`
const refusalColumns = `${personColumns}, id, attempted_at, created_at, reason, anonymised_at`
const presenceColumns = `${personColumns}, visit_id, signed_in_at`

const NULL = String.raw`\N`
const ROWS_A_CHUNK = 500

class HistoryWriter {
  written = 0
  readonly present: string[] = []
  readonly #random: Random
  readonly #now: number
  readonly #sites: number
  #lastNumber = 0

  constructor(random: Random, now: number, sites: number) {
    this.#random = random
    this.#now = now
    this.#sites = sites
  }

  *visits(count: number): Generator<string> {
    yield* this.#inChunks(count, (at, person, id) => {
      this.written += 1
      const [out, ending, ended] = this.#ending(at)
      const assumed = ending === 'assumed_left' ? ended : NULL
      if (ending === NULL) this.present.push(`${person}\t${id}\t${iso(at)}\n`)
      return `${person}\t${id}\t${iso(at)}\t${iso(at)}\t${out}\t${ending}\t${ended}\t${assumed}\t${this.#anonymisedAt(at)}\n`
    })
  }

  /** People on site: they came within the last ten hours, or a day earlier. */
  *arrivals(count: number): Generator<string> {
    for (let place = 0; place < count; place += 1) {
      const ago = this.#random.next() * 10 * HOUR_MS + (this.#random.chance(0.05) ? DAY_MS : 0)
      const at = Math.floor(this.#now - ago)
      const { person, id } = this.#visit(this.#anySite(), at)
      this.present.push(`${person}\t${id}\t${iso(at)}\n`)
      yield `${person}\t${id}\t${iso(at)}\t${iso(at)}\t${NULL}\t${NULL}\t${NULL}\t${NULL}\n`
    }
  }

  *refusals(count: number): Generator<string> {
    const reasons = ['failed_answer', 'failed_answer', 'high', 'low', 'banned'] as const
    yield* this.#inChunks(
      count,
      (at, person, id) =>
        `${person}\t${id}\t${iso(at)}\t${iso(at)}\t${this.#random.pick(reasons)}\t${this.#anonymisedAt(at)}\n`,
    )
  }

  *#inChunks(count: number, row: (at: number, person: string, id: string) => string): Generator<string> {
    const today = Math.floor(this.#now / DAY_MS)
    const weights = Array.from({ length: 730 }, (_, day) => {
      const weekday = (today - 729 + day + 3) % 7
      return (dayWeights[weekday] ?? 1) * (day < 365 ? 0.1 : 1)
    })
    const lastYear = weights.slice(365).reduce((sum, weight) => sum + weight, 0)
    let rows: string[] = []
    for (const [day, weight] of weights.entries()) {
      const arrivals = Math.round((count * weight) / lastYear)
      for (let arrival = 0; arrival < arrivals; arrival += 1) {
        const site = this.#anySite()
        const offset = zones[site % zones.length]?.[1] ?? 0
        const minutes = this.#random.pick(hours) * 60 + this.#random.next() * 60 - offset
        const at = Math.floor((today - 729 + day) * DAY_MS + minutes * MINUTE_MS)
        if (at >= this.#now) continue
        const { person, id } = this.#visit(site, at)
        rows.push(row(at, person, id))
        if (rows.length < ROWS_A_CHUNK) continue
        yield rows.join('')
        rows = []
      }
    }
    yield rows.join('')
  }

  /** Few sites have most of the visits: the site at rank r has 1/r of the visits of the first. */
  #anySite(): number {
    return Math.floor(this.#sites ** this.#random.next()) - 1
  }

  #visit(site: number, at: number): { person: string; id: string } {
    const number = (this.#lastNumber += 1)
    const time = at.toString(16).padStart(12, '0')
    return {
      person: this.#person(site, number, at),
      id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(number)}`,
    }
  }

  #person(site: number, number: number, at: number): string {
    const random = this.#random
    const isUser = random.chance(0.2)
    const isNamed = this.#anonymisedAt(at) === NULL
    const names = isNamed
      ? `Visitor\tNumber ${number}\t+614915${String(number % 100_000).padStart(5, '0')}`
      : '\t\t'
    const user = isUser ? `user\t${idOf('user', 1000 + (number % 100))}` : `visitor\t${NULL}`
    const role = random.chance(0.7) ? idOf('role', site * 4 + random.int(0, 2)) : NULL
    const place = `${idOf('client', clientOf(site))}\t${idOf('site', site)}\t${idOf('method', site)}`
    return `${place}\t${user}\tperson ${number}\t${names}\t${random.chance(0.2) ? 1 : 0}\t${role}`
  }

  /** When the person left, how the visit ended and when. */
  #ending(at: number): [out: string, ending: string, ended: string] {
    const random = this.#random
    const out = at + Math.round(Math.exp(random.around(4.5, 0.9)) * MINUTE_MS)
    const draw = random.next()
    if (out >= this.#now || (draw > 0.9995 && at > this.#now - 30 * DAY_MS)) return [NULL, NULL, NULL]
    if (draw < 0.9) return [iso(out), 'checked_out', iso(out)]
    if (draw < 0.94) return [iso(out), 'by_staff', iso(out)]
    return [NULL, draw < 0.97 ? 'superseded' : 'assumed_left', iso(out)]
  }

  #anonymisedAt(at: number): string {
    return at < this.#now - 28 * DAY_MS ? iso(at + 28 * DAY_MS) : NULL
  }
}

const iso = (time: number) => new Date(time).toISOString()
