/** Those of musters, which a board fetches later. */
export const musterLimits = {
  /**
   * People who left this shortly before the start are listed separately on the roll. Earlier marks
   * of a muster that a phone started itself are flagged.
   */
  leftMinutes: 30,
  /** How many marks a response has, besides the rest of the last version. */
  marksPerPage: 2000,
  marksPerCall: 100,
  /** How many marks one mark undoes or settles. */
  targets: 100,
  /** Of a note, and of the name of an unlisted person. */
  textCharacters: 200,
  /** How many marks wardens make in a muster, with those that undo or settle another. */
  marks: 20_000,
  marksOfWarden: 5000,
  /** A warden's first marks are accepted in a full muster too, so that a few can't fill it for all. */
  marksInFullMuster: 1000,
  /** How many flagged ones of one person it has besides. */
  flaggedMarks: 1000,
  /** Those of one warden. */
  marksPerMinute: 1000,
  notesOfPerson: 50,
  /** For how long after the end the marks of phones without a network are accepted. */
  lateHours: 72,
  /** How long ago a phone without a network may have started a muster. */
  startedHours: 12,
  /** A real muster that a phone started this much later than an ended one is a separate one. */
  sameStartMinutes: 10,
  /** Wardens are notified of a muster without marks for this long, and again after as long. */
  forgottenHours: 2,
  /** A muster without marks for this long is ended automatically. */
  endedHours: 24,
} as const
