import type { StoredCheckIn } from './stored-check-ins.ts'

/** How a sign-in ended; a ban overrides a temperature (specification, section 4). */
export type Outcome = 'success' | 'low' | 'high' | 'banned'

type Flags = Pick<StoredCheckIn, 'banned' | 'highTemperature' | 'lowTemperature'>

export function outcomeOf({ banned, highTemperature, lowTemperature }: Flags): Outcome {
  if (banned) return 'banned'
  if (highTemperature) return 'high'
  return lowTemperature ? 'low' : 'success'
}

/** Who was let in and holds a token may check out. */
export function canCheckOut(checkIn: StoredCheckIn): boolean {
  return outcomeOf(checkIn) === 'success' && checkIn.checkOutToken !== null
}

/** The paragraphs of a success message: blank lines part them (specification, section 9). */
export function paragraphsOf(message: string): string[] {
  return message
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
