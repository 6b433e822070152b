import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyFile, rotateKeys } from '../../config/key-file.ts'
import { keptSecrets, writeSecrets } from '../../config/secrets.ts'
import { newId } from '../../lib/ids.ts'
import { createSessionTokens, type SessionClaims, type SessionTokens } from './session-tokens.ts'

const now = new Date()
const claims = () => ({
  userId: newId(),
  sessionId: newId(),
  clientId: newId(),
  admin: false,
  siteAdmin: false,
  siteAccess: [],
  changePassword: false,
  issuedAt: now,
  expiresAt: new Date(now.getTime() + 60_000),
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A node that runs on the folder's keys. */
async function node(): Promise<SessionTokens> {
  return createSessionTokens(keyFile(folder, (await keptSecrets(folder)).sessionKeys))
}
/** What a good token names. */
const named = ({ userId, sessionId, clientId }: SessionClaims) => ({ userId, sessionId, clientId })
const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('a rotation of the keys', () => {
  it('is taken up by every running node at once, and what was signed before stays good', async () => {
    const [one, other] = [await node(), await node()]
    const [earlier, later] = [claims(), claims()]
    const before = await one.sign(earlier)
    expect(await other.verify(before, now)).toEqual(named(earlier))
    expect(await rotateKeys(folder)).toBe(2)
    const after = await one.sign(later)
    expect(kidOf(after)).not.toBe(kidOf(before))
    expect(await other.verify(after, now)).toEqual(named(later))
    expect(await other.verify(before, now)).toEqual(named(earlier))
  })
  it('leaves two keys, so the second one ends what was signed before the first', async () => {
    const one = await node()
    const before = await one.sign(claims())
    await rotateKeys(folder)
    const kept = claims()
    const between = await one.sign(kept)
    expect(await rotateKeys(folder)).toBe(2)
    const fresh = await node()
    expect(await fresh.verify(before, now)).toBeUndefined()
    expect(await fresh.verify(between, now)).toEqual(named(kept))
    await one.sign(claims())
    expect(await one.verify(before, now)).toBeUndefined()
  })
  it('while tokens are signed and verified loses no token', async () => {
    const nodes = [await node(), await node()]
    const signed: string[] = []
    let mistaken = 0
    const work = async (index: number) => {
      for (let time = 0; time < 40; time += 1) {
        const own = claims()
        const token = await nodes[index % 2]?.sign(own)
        if (token) signed.push(token)
        const found = await nodes[(index + 1) % 2]?.verify(token ?? '', now)
        if (!isDeepStrictEqual(found, named(own))) mistaken += 1
      }
    }
    await Promise.all([work(0), work(1), work(2), rotateKeys(folder)])
    expect(mistaken).toBe(0)
    expect(signed).toHaveLength(120)
    expect(new Set(signed.map(kidOf)).size).toBe(2)
  })
  it('that went wrong leaves the present keys in force', async () => {
    const one = await node()
    const [earlier, later] = [claims(), claims()]
    const before = await one.sign(earlier)
    await rm(join(folder, 'secrets.json'))
    expect(await one.verify(before, now)).toEqual(named(earlier))
    expect(await one.verify(await one.sign(later), now)).toEqual(named(later))
  })
  it('does not make a stranger’s key good', async () => {
    const one = await node()
    const stranger = createSessionTokens({ initial: [randomBytes(32).toString('base64url')] })
    expect(await one.verify(await stranger.sign(claims()), now)).toBeUndefined()
    const secrets = await keptSecrets(folder)
    await writeSecrets(folder, { ...secrets, secretKey: 'changed' })
    expect(await one.verify(await stranger.sign(claims()), now)).toBeUndefined()
  })
})
