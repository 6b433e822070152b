/**
 * The server's current time, in epoch milliseconds: the time of its last response (`as_of`) plus
 * what has passed since by the browser's clock, which may be wrong but runs. Without `as_of` it is
 * the browser's time.
 * @param receivedAt when the response arrived, by the browser's clock
 * @param now by the browser's clock
 */
export function serverNow(response: object, receivedAt: number, now: number): number {
  if (!('as_of' in response) || typeof response.as_of !== 'string') return now
  return Date.parse(response.as_of) + Math.max(0, now - receivedAt)
}
