import { Secret, TOTP } from 'otpauth'

/**
 * The code of an authenticator app: RFC 6238 with SHA-1, 6 digits, 30 s. It uses another library
 * than the product, and totp.test.ts checks it against the test vectors of the RFC.
 * @param secret in base32
 */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
