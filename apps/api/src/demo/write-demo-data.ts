import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import type { BanKeys, PersonKeys } from '../modules/identity/person-key.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { drawAvatar } from './avatar.ts'
import { createDemoClient, type DemoClient } from './demo-client.ts'
import { createMobiles } from './people.ts'
import { clientTemplates } from './client-templates.ts'
import { createRandom } from './random.ts'
import { writeClient } from './write-client.ts'

export interface DemoDeps {
  db: Database
  now: Date
  hashPassword: (password: string) => Promise<string>
  /** The person keys that check-ins use. */
  personKey: PersonKeys
  banKeys: BanKeys
  /** Stores a portrait (256 px WebP) and returns its key. */
  savePhoto: (clientId: string, userId: string, bytes: Uint8Array) => Promise<string>
  /** Another seed gives other people and other visits. */
  seed?: string
}

/**
 * Fills an empty database with three clients in the three looks, the accounts and keys of the README, ninety days of visits up to
 * `now`, and people on every site. The same seed and time give the same rows. All rows are written in one transaction.
 */
export async function writeDemoData({
  db,
  now,
  hashPassword,
  personKey,
  banKeys,
  savePhoto,
  seed = 'gatehouse',
}: DemoDeps): Promise<void> {
  const random = createRandom(seed)
  const mobile = createMobiles()
  const demos = clientTemplates.map((template) =>
    createDemoClient(
      template,
      now.getTime(),
      random.fork(template.name),
      mobile,
      (clientId) => (person) => personKey(clientId, person),
    ),
  )
  await Promise.all([
    givePasswords(demos, hashPassword),
    ...demos.map((demo) => givePhotos(demo, seed, savePhoto)),
  ])
  await withScope(
    db,
    installationScope(),
    async (tx) => {
      for (const demo of demos) await writeClient(tx, demo, banKeys)
    },
    { statementTimeoutMs: 60_000, deadlineMs: 180_000 },
  )
}

/** Only the documented accounts have a password. The other users were invited and never chose one. */
async function givePasswords(demos: DemoClient[], hashPassword: DemoDeps['hashPassword']): Promise<void> {
  const known = new Set<string>(demoAccounts.map(({ email }) => email))
  for (const user of demos.flatMap(({ users }) => users)) {
    if (known.has(user.email)) user.passwordHash = await hashPassword(demoPassword)
  }
}

async function givePhotos(
  { client, users, staff }: DemoClient,
  seed: string,
  savePhoto: DemoDeps['savePhoto'],
): Promise<void> {
  await Promise.all(
    staff.map(async (member, index) => {
      const row = users[index]
      if (!row) return
      const portrait = await drawAvatar(`${seed} ${client.name} ${index}`, client.look ?? 'presence')
      row.photoKey = await savePhoto(client.id, member.id, portrait)
    }),
  )
}
