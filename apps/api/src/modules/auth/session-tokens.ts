import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import type { KeySource } from '../../config/key-file.ts'
import { later } from '../../lib/later.ts'

const loadJose = later(() => import('jose'))

const ISSUER = 'gatehouse'
const AUDIENCE = 'gatehouse-staff'

const Claims = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  client_id: v.pipe(v.string(), v.uuid()),
})

/** The claims of a token. The flags are for the screens only; requests read the stored rights. */
export interface SessionClaims {
  userId: string
  sessionId: string
  clientId: string
  admin: boolean
  siteAdmin: boolean
  siteAccess: string[]
  changePassword: boolean
  issuedAt: Date
  expiresAt: Date
}

interface NamedSession {
  userId: string
  sessionId: string
  clientId: string
}

export type SessionTokens = ReturnType<typeof createSessionTokens>

interface SigningKey {
  id: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The PKCS #8 prefix of a 32-byte Ed25519 seed (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** How long a node uses its keys without reading them again. */
const REFRESH_MS = 1000

/**
 * A cache of the keys. It is refreshed after a second, and at once for an unknown key id, because
 * another node may have started to use a new key.
 */
function createKeyRing({ initial, latest }: KeySource) {
  const ringOf = (seeds: readonly string[]) => {
    const keys = seeds.map(signingKey)
    const [current] = keys
    if (!current) throw new Error('At least one session key is needed.')
    return { current, byId: new Map(keys.map((key) => [key.id, key])) }
  }
  let ring = ringOf(initial)
  let readAt = -Infinity
  const refresh = async () => {
    if (!latest) return
    readAt = performance.now()
    // If the keys cannot be read, the cached ones stay.
    const seeds = await latest().catch(() => undefined)
    if (seeds) ring = ringOf(seeds)
  }
  return {
    async current(): Promise<SigningKey> {
      await refresh()
      return ring.current
    },
    known: (id: string): SigningKey | undefined => ring.byId.get(id),
    async find(id: string): Promise<SigningKey | undefined> {
      if (performance.now() - readAt > REFRESH_MS || !ring.byId.has(id)) await refresh()
      return ring.byId.get(id)
    },
  }
}

/**
 * Signs and verifies session tokens: JWT with EdDSA (RFC 8037).
 * @param source Ed25519 seeds in base64url. The first one signs, all verify, so a key can be
 * replaced while sessions are alive.
 */
export function createSessionTokens(source: KeySource) {
  const ring = createKeyRing(source)

  async function verifyBy(
    find: typeof ring.find | typeof ring.known,
    token: string,
    now: Date,
  ): Promise<NamedSession | undefined> {
    const { errors, jwtVerify } = await loadJose()
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = await find(kid ?? '')
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key.publicKey
        },
        {
          issuer: ISSUER,
          audience: AUDIENCE,
          algorithms: ['EdDSA'],
          currentDate: now,
          requiredClaims: ['exp', 'iat'],
        },
      )
      const claims = v.safeParse(Claims, payload)
      if (!claims.success) return undefined
      return { userId: claims.output.sub, sessionId: claims.output.sid, clientId: claims.output.client_id }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  return {
    async sign(claims: SessionClaims): Promise<string> {
      const { SignJWT } = await loadJose()
      const current = await ring.current()
      return new SignJWT({
        sid: claims.sessionId,
        client_id: claims.clientId,
        admin: claims.admin,
        site_admin: claims.siteAdmin,
        site_access: claims.siteAccess,
        change_password: claims.changePassword,
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: current.id, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(claims.userId)
        .setIssuedAt(claims.issuedAt)
        .setExpirationTime(claims.expiresAt)
        .sign(current.privateKey)
    },

    /** The session of a token; undefined if forged, malformed, expired or for another audience. */
    verify: (token: string, now: Date) => verifyBy(ring.find, token, now),

    /** Same as `verify`, but with the cached keys only: a flood of forged tokens reads no files. */
    verifyInMemory: (token: string, now: Date) => verifyBy(ring.known, token, now),
  }
}

function signingKey(seed: string): SigningKey {
  const bytes = Buffer.from(seed, 'base64url').subarray(0, 32)
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, bytes]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16)
  return { id, privateKey, publicKey }
}
