/**
 * Writes packages/validation/src/folding-tables.ts and prints two SQL functions: `gatehouse_fold`
 * with the same tables, and `gatehouse_spelling_key` with those of spelling-key.ts, which
 * JavaScript has built in.
 *
 *   node apps/api/scripts/write-folding.ts [file to write instead of folding-tables.ts]
 *
 * test/folding.test.ts compares the output with the committed file.
 *
 * Sources: the Unicode data of this Node.js, and CLDR's Latin-ASCII rules as carried by
 * PostgreSQL's dictionary `unaccent`. Generated columns store the function's results: changed
 * tables need a migration that replaces the function and rewrites these columns.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '../src/db/embedded/binaries.ts'

type Letter = [letter: string, plain: string]

/**
 * Marks that people leave out. Indic scripts and kana are not included: there, marks are
 * part of the letter.
 */
const diacritic =
  /^(?=[\p{Mn}\p{Me}])(?=[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Hebr}\p{sc=Arab}])\P{scx=Hira}$/u
const invisible = /^[\p{Cc}\p{Default_Ignorable_Code_Point}]$/u
const blank = /^[\p{White_Space}\p{Pd}]$/u
const apostrophes = "'`\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02be\u02bf"

/**
 * The blocks with the letters, marks and signs of names. Outside them, only NFKD and lower case
 * apply.
 */
const blocks = [
  // Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic; not the tab, which separates the names of a
  // folded column
  [0x0001, 0x0008],
  [0x000a, 0x06ff],
  // The invisible letters of Hangul
  [0x115f, 0x1160],
  // More marks of Latin, and Latin Extended Additional
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1eff],
  // Blanks, dashes, quotes, and marks that enclose
  [0x2000, 0x20ff],
  [0x3000, 0x30ff],
  // Variation selectors, half marks, what a byte-order mark leaves, tags
  [0xfe00, 0xfeff],
  [0xe0000, 0xe0fff],
] as const

const characters = remainingCharacters()
const dropped = characters.filter(isDropped)
const blanks = characters.filter((character) => blank.test(character))
const letters = findLetters()

const committedTables = join(import.meta.dirname, '../../../packages/validation/src/folding-tables.ts')
writeFileSync(
  process.argv[2] ?? committedTables,
  `// Written by apps/api/scripts/write-folding.ts.

/** Diacritics, apostrophes and what nobody sees, as a class of a regular expression. */
export const dropped = String.raw\`[${rangesOf(dropped, inJavaScript)}]\`

/** White space and dashes, as such a class. */
export const blanks = String.raw\`[${rangesOf(blanks, inJavaScript)}]\`

/** Letters that no decomposition reaches, each followed by what it is read as. */
export const letters =
  '${letters.map((pair) => pair.join('')).join(' ')}'
`,
)
console.log(sqlFunction())
console.log(spellingKeyFunction())

/** The characters of the blocks after NFKD and lower case. */
function remainingCharacters(): string[] {
  return blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/^[\p{Cn}\p{Cs}\p{Co}]$/u.test(character))
    .filter((character) => character.normalize('NFKD').toLowerCase() === character)
}

function isDropped(character: string): boolean {
  if (blank.test(character)) return false
  return diacritic.test(character) || invisible.test(character) || apostrophes.includes(character)
}

function findLetters(): Letter[] {
  const rules = latinAsciiRules()
  const found = new Map<string, string>()
  for (const letter of characters.filter(
    (each) => /^\p{Lowercase_Letter}$/u.test(each) && hasCapital(each),
  )) {
    // Lower-case letters with the same upper-case letter are one letter: σ and ς, ss and ß.
    const plain = bare((rules.get(letter) ?? letter).toUpperCase())
    if (plain !== letter && /^\p{L}+$/u.test(plain)) found.set(letter, plain)
  }
  return [...found].toSorted(([one], [other]) => codeOf(one) - codeOf(other))
}

/** Letters without upper case are phonetic signs: no name starts with them. */
function hasCapital(letter: string): boolean {
  return letter.toUpperCase() !== letter
}

function bare(text: string): string {
  return Array.from(text.normalize('NFKD').toLowerCase())
    .filter((character) => !isDropped(character))
    .join('')
}

function latinAsciiRules(): Map<string, string> {
  const file = join(findBinaries().directory, 'share/postgresql/tsearch_data/unaccent.rules')
  return new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line): Letter => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? ''])
      .filter(([letter, plain]) => /^\p{sc=Latn}$/u.test(letter) && /^[a-z]+$/i.test(plain)),
  )
}

function sqlFunction(): string {
  const single = letters.filter(([, plain]) => Array.from(plain).length === 1)
  const column = (at: 0 | 1) => single.map((pair) => pair[at]).join('')
  const replacements = letters
    .filter((pair) => !single.includes(pair))
    .map(([letter, plain]) => `    folded := replace(folded, '${letter}', '${plain}');`)
  return `CREATE FUNCTION gatehouse_fold(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
declare
  folded text := regexp_replace(
    lower(normalize(translate(value, '\u00b4', ''''), NFKD) collate "und-x-icu"),
    '[${rangesOf(dropped, inSql)}]+',
    '', 'g');
begin
  -- Plain ASCII has no such letters.
  if octet_length(folded) <> char_length(folded) then
    folded := translate(folded,
      '${column(0)}',
      '${column(1)}');
${replacements.join('\n')}
  end if;
  return btrim(regexp_replace(folded, '[${rangesOf(blanks, inSql)}]+', ' ', 'g'));
end
$$;`
}

function spellingKeyFunction(): string {
  return `CREATE FUNCTION gatehouse_spelling_key(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
begin
  return replace(replace(regexp_replace(regexp_replace(
    lower(normalize(value, NFKD) collate "und-x-icu"),
    '[${allRangesOf(/^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]$/u)}]+', '', 'g'),
    '[${allRangesOf(/^[\p{Pd}\u2212]$/u)}]', '-', 'g'),
    'ß', 'ss'), 'ς', 'σ');
end
$$;`
}

/** Ranges of all characters of Unicode that match. A PostgreSQL text can't contain U+0000. */
function allRangesOf(pattern: RegExp): string {
  const ranges: [first: number, last: number][] = []
  for (let code = 1; code <= 0x10ffff; code += 1) {
    if ((code >= 0xd800 && code <= 0xdfff) || !pattern.test(String.fromCodePoint(code))) continue
    const range = ranges.at(-1)
    if (range?.[1] === code - 1) range[1] = code
    else ranges.push([code, code])
  }
  return written(ranges, inSql)
}

/**
 * Ranges within the blocks. A range may span characters that can't occur in a text at this stage of
 * folding.
 */
function rangesOf(members: string[], write: (code: number) => string): string {
  const remaining = characters.map(codeOf)
  const codes = new Set(members.map(codeOf))
  const ranges: [first: number, last: number][] = []
  for (const [first, last] of blocks) {
    let isOpen = false
    for (const code of remaining.filter((each) => each >= first && each <= last)) {
      const range = ranges.at(-1)
      if (!codes.has(code)) isOpen = false
      else if (isOpen && range) range[1] = code
      else {
        ranges.push([code, code])
        isOpen = true
      }
    }
  }
  return written(ranges, write)
}

function written(ranges: readonly [first: number, last: number][], write: (code: number) => string): string {
  return ranges
    .map(([first, last]) => (first === last ? write(first) : `${write(first)}-${write(last)}`))
    .join('')
}

function inJavaScript(code: number): string {
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

function inSql(code: number): string {
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : inJavaScript(code)
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
