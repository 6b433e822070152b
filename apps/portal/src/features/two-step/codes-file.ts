const COLUMNS = 59

/** Breaks a text at spaces into lines of at most `columns` characters; a longer word is split. */
export function wrapText(text: string, columns = COLUMNS): string[] {
  const lines: string[] = []
  let line: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    let rest = Array.from(word)
    const joined = line.length === 0 ? rest : [...line, ' ', ...rest]
    if (joined.length <= columns) {
      line = joined
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    for (; rest.length > columns; rest = rest.slice(columns)) lines.push(rest.slice(0, columns).join(''))
    line = rest
  }
  if (line.length > 0) lines.push(line.join(''))
  return lines
}

export interface CodesFile {
  title: string
  /** Site, account and date, each as `name: value`. */
  facts: readonly string[]
  /** What the codes are for and how to keep them. */
  advice: string
  codes: readonly string[]
}

/**
 * The text of a file of recovery codes: what they are for, then the codes, at most 59 columns wide.
 */
export function writeCodesFile({ title, facts, advice, codes }: CodesFile): string {
  const numbered = codes.map((code, at) => `${String(at + 1).padStart(2)}. ${code}`)
  return [
    ...wrapText(title),
    '',
    ...facts.flatMap((fact) => wrapText(fact)),
    '',
    ...wrapText(advice),
    '',
    ...numbered,
    '',
  ].join('\n')
}
