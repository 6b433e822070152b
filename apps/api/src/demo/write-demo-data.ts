import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Avatar, Style } from '@dicebear/core'
import definition from '@dicebear/styles/open-peeps.json' with { type: 'json' }
import type { LookName } from '@gatehouse/validation/vocabulary'
import sharp from 'sharp'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'
import type { BanKeys, PersonKeys } from '../modules/identity/person-key.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { demoClients } from './demo-clients.ts'
import { demoTables, drawClient } from './draw-client.ts'

export interface DemoDeps {
  db: Database
  now: Date
  hashPassword: (password: string) => Promise<string>
  /** The person keys, as check-ins make them. */
  personKeys: PersonKeys
  banKeys: BanKeys
  /** Stores a portrait (256 px WebP) and returns its key. */
  savePhoto: (clientId: string, userId: string, bytes: Uint8Array) => Promise<string>
  /** Another seed gives other people and visits. */
  seed?: string
}

/**
 * Fills an empty database with three clients in the three looks, the accounts and keys of the
 * README, ninety days of visits up to `now`, and people on every site, in one transaction. The same
 * seed and time give the same rows.
 */
export async function writeDemoData(deps: DemoDeps): Promise<void> {
  const { db, now, hashPassword, personKeys, banKeys, savePhoto, seed = 'gatehouse' } = deps
  const newMobile = createMobiles()
  const demos = demoClients.map((client) => drawClient(client, { now, seed, personKeys, banKeys, newMobile }))
  const named = new Set<string>(demoAccounts.map(({ email }) => email))
  for (const [index, { users }] of demos.entries()) {
    const look = demoClients[index]?.look ?? 'presence'
    await Promise.all(
      users.map(async (user) => {
        // The others were invited and have not set a password yet.
        if (named.has(user.email)) user.passwordHash = await hashPassword(demoPassword)
        const portrait = await drawAvatar(`${seed} ${user.email}`, look)
        user.photoKey = await savePhoto(user.clientId, user.id, portrait)
      }),
    )
  }
  const limits = { statementTimeoutMs: 60_000, deadlineMs: 180_000 }
  await withScope(
    db,
    installationScope(),
    async (tx) => {
      for (const demo of demos)
        for (const [name, table] of Object.entries(demoTables))
          await insertRows(tx, table, demo[name as keyof typeof demo])
    },
    limits,
  )
}

/** Creates a function that returns unique Australian numbers near those reserved for fiction. */
export function createMobiles(): () => string {
  const taken = new Set(demoClients.flatMap(({ named }) => named.map(({ mobile }) => mobile)))
  let step = 0
  return () => {
    for (;;) {
      // 7,919 and 10,000 are coprime, so the steps reach every number once before one repeats.
      const mobile = `+6149157${String((4321 + 7919 * step++) % 10_000).padStart(4, '0')}`
      if (!taken.has(mobile)) return mobile
    }
  }
}

const ROWS_AT_ONCE = 2500

/** Inserts rows as JSON: as drizzle values, the visits would take three times as long. */
async function insertRows(tx: Transaction, table: PgTable, rows: readonly object[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const named = rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(([key, { name }]) => (key in row ? [[name, row[key as keyof typeof row]]] : [])),
    ),
  )
  const target = `"${getTableName(table)}"`
  for (const [keys, alike] of Map.groupBy(named, (row) => `"${Object.keys(row).join('", "')}"`)) {
    const statement = `insert into ${target} (${keys})
      select ${keys} from jsonb_populate_recordset(null::${target}, $1::jsonb)`
    for (let start = 0; start < alike.length; start += ROWS_AT_ONCE)
      await tx.raw.unsafe(statement, [JSON.stringify(alike.slice(start, start + ROWS_AT_ONCE))])
  }
}

/** Open Peeps by Pablo Stanley, CC0 1.0. */
const style = new Style(definition)

/** The background colours of each look. */
const backgrounds: Record<LookName, string[]> = {
  presence: ['#e9d9bd', '#b9d8d4', '#e8b98f', '#b7c6cf'],
  pulse: ['#c3cad0', '#f5b942', '#93a1ad', '#e08e45'],
  batbooth: ['#c9cfe6', '#b7a2e0', '#8fa3c8', '#c7a6e8'],
}

/** Draws a portrait as WebP, 256 px square. The face depends only on the seed. */
export async function drawAvatar(seed: string, look: LookName): Promise<Buffer> {
  const avatar = new Avatar(style, {
    seed,
    size: 256,
    backgroundColor: backgrounds[look],
    expressionVariant: ['calm', 'cute', 'lovingGrin1', 'lovingGrin2', 'smile', 'smileBig', 'solemn'],
    headVariant: ['afro', 'bangs', 'bun', 'grayShort', 'long', 'medium1', 'short1', 'short3', 'twists'],
    maskProbability: 0,
    accessoriesVariant: ['glasses', 'glasses2', 'glasses3', 'glasses4', 'glasses5'],
    accessoriesProbability: 25,
    facialHairProbability: 0,
  })
  return sharp(Buffer.from(avatar.toString())).webp({ quality: 84, effort: 2 }).toBuffer()
}
