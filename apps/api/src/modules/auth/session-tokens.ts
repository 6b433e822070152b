import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

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

/**
 * Signs and verifies session tokens: JWT with EdDSA (RFC 8037).
 * @param seeds Ed25519 seeds in base64url; the first signs, all verify, so that a key can be replaced while sessions live
 */
export function createSessionTokens(seeds: readonly string[]): SessionTokens {
  const keys = seeds.map(signingKey)
  const [current] = keys
  if (!current) throw new Error('At least one session key is needed.')
  const byId = new Map(keys.map((key) => [key.id, key]))

  return {
    sign: ({
      userId,
      sessionId,
      clientId,
      admin,
      siteAdmin,
      siteAccess,
      changePassword,
      issuedAt,
      expiresAt,
    }) =>
      new SignJWT({
        sid: sessionId,
        client_id: clientId,
        admin,
        site_admin: siteAdmin,
        site_access: siteAccess,
        change_password: changePassword,
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: current.id, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(current.privateKey),

    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = byId.get(kid ?? '')
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
