/**
 * The server's time now, in epoch milliseconds, from its last answer: the clock of a phone may be wrong, but it runs. An answer
 * that does not tell its time (`as_of`) leaves the browser's.
 * @param receivedAt when the answer arrived, by the browser's clock
 * @param now by the browser's clock
 */
export function serverNow(answer: object, receivedAt: number, now: number): number {
  if (!('as_of' in answer) || typeof answer.as_of !== 'string') return now
  return Date.parse(answer.as_of) + Math.max(0, now - receivedAt)
}
