/**
 * How many letters must be added, removed or replaced to turn one text into the other
 * (Levenshtein distance).
 */
export function editDistance(one: string, other: string): number {
  const letters = Array.from(other)
  let row = Array.from({ length: letters.length + 1 }, (_, at) => at)
  for (const letter of one) {
    let [diagonal = 0] = row
    let left = diagonal + 1
    row = row.map((above, at) => {
      if (at === 0) return left
      left = Math.min(above + 1, left + 1, diagonal + (letters[at - 1] === letter ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? 0
}
