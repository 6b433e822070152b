import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The spelling of a secret that Standard Webhooks describes, for its receiver. */
export const writeSecret = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`
