/** Those of musters, which a board fetches later. */
export const musterLimits = {
  /** Whoever left so shortly before the start stands apart on the roll. */
  leftMinutes: 30,
  marksPerCall: 100,
  /** How many marks one mark takes back or settles. */
  targets: 100,
  /** Of a note, and of the name of somebody unlisted. */
  textCharacters: 200,
  /** How many marks a muster has. */
  marks: 50_000,
  /** For how long after the end the marks of phones without a network are accepted. */
  lateHours: 72,
  /** How long ago a phone without a network may have started a muster. */
  startedHours: 12,
  /** Wardens are told of a muster in which nothing was marked for so long, and again after as long. */
  forgottenHours: 2,
  /** A muster in which nothing was marked for so long is ended. */
  endedHours: 24,
} as const
