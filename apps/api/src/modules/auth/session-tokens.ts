import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { KeySource } from '../../config/key-file.ts'

const ISSUER = 'gatehouse'
const AUDIENCE = 'gatehouse-staff'

const Claims = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  client_id: v.pipe(v.string(), v.uuid()),
})

/** What a token says. The flags are for the screen only: rights are read from the session's row at each request. */
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

export interface SessionTokens {
  sign(claims: SessionClaims): Promise<string>
  /** Whose session a token names, or undefined where it is forged, malformed, expired or not meant for us. */
  verify(
    token: string,
    now: Date,
  ): Promise<{ userId: string; sessionId: string; clientId: string } | undefined>
}

interface SigningKey {
  id: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** PKCS #8 before the 32 bytes of an Ed25519 seed (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** How long a node may go on with keys that were changed meanwhile. */
const FRESH_MS = 1000

/**
 * The keys of a source, looked at again every second, and at once for a key that is not known: another node may have taken
 * up a new one a moment earlier.
 */
function keyRing({ initial, latest }: KeySource) {
  const ringOf = (seeds: readonly string[]) => {
    const keys = seeds.map(signingKey)
    const [current] = keys
    if (!current) throw new Error('At least one session key is needed.')
    return { current, byId: new Map(keys.map((key) => [key.id, key])) }
  }
  let ring = ringOf(initial)
  let lookedAt = -Infinity
  const look = async () => {
    if (!latest) return
    lookedAt = performance.now()
    // Keys that cannot be read leave the present ones in force.
    const seeds = await latest().catch(() => undefined)
    if (seeds) ring = ringOf(seeds)
  }
  return {
    async current(): Promise<SigningKey> {
      await look()
      return ring.current
    },
    async find(id: string): Promise<SigningKey | undefined> {
      if (performance.now() - lookedAt > FRESH_MS || !ring.byId.has(id)) await look()
      return ring.byId.get(id)
    },
  }
}

/**
 * Signs and verifies session tokens: JWT with EdDSA (RFC 8037).
 * @param source Ed25519 seeds in base64url; the first signs, all verify, so that a key can be replaced while sessions live
 */
export function createSessionTokens(source: KeySource): SessionTokens {
  const ring = keyRing(source)

  return {
    async sign(claims) {
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

    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = await ring.find(kid ?? '')
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
    },
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
