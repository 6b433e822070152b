import type { StoredCheckIn } from './stored-check-ins.ts'

/**
 * The outcome of a sign-in. A ban takes precedence over a temperature (specification, section 4).
 */
export type Outcome = 'success' | 'low' | 'high' | 'banned'

type Flags = Pick<StoredCheckIn, 'banned' | 'highTemperature' | 'lowTemperature'>

export function outcomeOf({ banned, highTemperature, lowTemperature }: Flags): Outcome {
  if (banned) return 'banned'
  if (highTemperature) return 'high'
  return lowTemperature ? 'low' : 'success'
}

/** A check-out needs a successful sign-in and its token. */
export function canCheckOut(checkIn: StoredCheckIn): boolean {
  return outcomeOf(checkIn) === 'success' && checkIn.checkOutToken !== null
}

/** The sign-in if it can be shown as a pass; a refused one cannot. */
export function passOf(checkIn: StoredCheckIn | undefined): StoredCheckIn | undefined {
  return checkIn && canCheckOut(checkIn) ? checkIn : undefined
}

/** The paragraphs of a success message. Blank lines separate them (specification, section 9). */
export function paragraphsOf(message: string): string[] {
  return message
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
