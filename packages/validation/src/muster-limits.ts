/** Those of musters, which a board fetches later. */
export const musterLimits = {
  /** Whoever left so shortly before the start stands apart on the roll. What a phone marked in a muster of its own earlier than that is flagged. */
  leftMinutes: 30,
  /** So many marks a call answers, and those of the same version besides. */
  marksPerPage: 2000,
  marksPerCall: 100,
  /** How many marks one mark takes back or settles. */
  targets: 100,
  /** Of a note, and of the name of somebody unlisted. */
  textCharacters: 200,
  /** What wardens mark in a muster, where each mark that one takes back or settles counts as one too. */
  marks: 20_000,
  marksOfWarden: 5000,
  /** How many flagged ones of one person it has besides. */
  flaggedMarks: 1000,
  /** Those of one warden. */
  marksPerMinute: 1000,
  notesOfPerson: 50,
  /** For how long after the end the marks of phones without a network are accepted. */
  lateHours: 72,
  /** How long ago a phone without a network may have started a muster. */
  startedHours: 12,
  /** A real muster that a phone started so much later than one that is over by now is another one. */
  sameStartMinutes: 10,
  /** Wardens are told of a muster in which nothing was marked for so long, and again after as long. */
  forgottenHours: 2,
  /** A muster in which nothing was marked for so long is ended. */
  endedHours: 24,
} as const
