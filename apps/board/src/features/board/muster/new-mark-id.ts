/** A UUIDv7 (RFC 9562). `crypto.randomUUID` is missing on pages without HTTPS. */
export function newMarkId(now: number): string {
  const random = [...crypto.getRandomValues(new Uint8Array(10))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = '89ab'[Number.parseInt(random.slice(3, 4), 16) % 4]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}
