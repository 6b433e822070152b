import { randomBytes } from 'node:crypto'
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'

const ISSUER = 'Gatehouse'
/** 160 bits, as RFC 4226 (section 4, R6) recommends for a shared secret. */
const SEED_BYTES = 20
const PERIOD_SECONDS = 30
const settings = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const
const base32 = new ScureBase32Plugin()

export function newSeed(): Uint8Array {
  return randomBytes(SEED_BYTES)
}

/** The seed as a person types it into an app: base32 (RFC 4648) without padding. */
export function secretOf(seed: Uint8Array): string {
  return base32.encode(seed, { padding: false })
}

/** The `otpauth://` address that a QR code carries. */
export function totpUri(seed: Uint8Array, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret: secretOf(seed), ...settings })
}

/**
 * The time step whose code this is (TOTP, RFC 6238: SHA-1, 6 digits, 30 s), one step early or late allowed for clocks
 * that differ; undefined for a wrong code, and for one of a step up to `lastStep`, which was accepted before.
 */
export function stepOfCode(seed: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({
    strategy: 'totp',
    secret: seed,
    token: code,
    epoch: now.getTime() / 1000,
    epochTolerance: PERIOD_SECONDS,
    afterTimeStep: lastStep,
    ...settings,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
