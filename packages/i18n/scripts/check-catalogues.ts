/**
 * Fails when a text of the code is not in the catalogues, when a catalogue lacks a translation, when
 * a Spanish text uses another word than the others or says "tú", or when an English text or a page
 * of the documentation breaks the house style. It extracts the texts, compares, and restores the
 * files.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { englishFaults, proseOf } from './english-usage.ts'
import { spanishFaults } from './spanish-usage.ts'

const folder = join(import.meta.dirname, '..', 'catalogues')

function readCatalogues(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.po'),
  )
  return new Map(files.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** The texts of a catalogue that have no translation. Its source language needs none. */
function untranslated(catalogue: string): string[] {
  const entries = catalogue.split(/\n\n/).filter((entry) => /^msgid "/m.test(entry) && !/^#~/m.test(entry))
  return entries
    .filter((entry) => /^msgstr ""\s*(?:\n(?!")|$)/m.test(`${entry}\n`) && !/^msgid ""\nmsgstr/m.test(entry))
    .map((entry) => /^msgid "(.*)"/m.exec(entry)?.[1] ?? entry)
}

/** The translations of a catalogue. */
function translations(catalogue: string): string[] {
  return [...catalogue.matchAll(/^msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm)].map(([, quoted = '']) =>
    quoted.replaceAll(/^"|"\n?$/gm, ''),
  )
}

const problems: string[] = []
const before = readCatalogues()
execFileSync('lingui', ['extract', '--clean'], {
  cwd: join(folder, '..'),
  stdio: ['ignore', 'ignore', 'inherit'],
})
for (const [name, text] of readCatalogues()) {
  if (text !== before.get(name)) {
    problems.push(
      `${name} does not hold the texts of the code: run \`pnpm --filter @gatehouse/i18n extract\`.`,
    )
    writeFileSync(join(folder, name), before.get(name) ?? '')
  }
}
for (const [name, text] of before) {
  if (name.endsWith('en-au.po')) continue
  for (const message of untranslated(text)) problems.push(`${name} lacks a translation of “${message}”.`)
}
for (const [name, text] of before) {
  if (basename(name) !== 'es.po') continue
  for (const message of translations(text))
    for (const fault of spanishFaults(message)) problems.push(`${name}, “${message}”: ${fault}.`)
}

/** The texts of a catalogue in the source language. */
const sources = (catalogue: string) =>
  [...catalogue.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm)].map(([, quoted = '']) =>
    quoted.replaceAll(/^"|"\n?$/gm, ''),
  )

for (const [name, text] of before) {
  if (basename(name) !== 'en-au.po') continue
  for (const message of sources(text))
    for (const fault of englishFaults(message)) problems.push(`${name}, “${message}”: ${fault}.`)
}
const root = join(folder, '..', '..', '..')
for (const page of globSync(['*.md', 'docs/**/*.md'], { cwd: root })) {
  for (const part of proseOf(readFileSync(join(root, page), 'utf8')))
    for (const fault of englishFaults(part)) problems.push(`${page}, “${part.slice(0, 60)}…”: ${fault}.`)
}

// A page of the portal loads all three, so an id must have one translation.
const seen = new Map<string, string>()
for (const [name, text] of before) {
  if (!/^(?:login|shell|portal)\//.test(name)) continue
  for (const [entry, id = ''] of text.matchAll(/^((?:msgctxt .*\n)?msgid (?:".*"\n)+)msgstr (?:".*"\n)+/gm)) {
    const key = `${basename(name)} ${id}`
    if (id !== 'msgid ""\n' && (seen.get(key) ?? entry) !== entry)
      problems.push(`${name} has another translation than another catalogue: ${id.trim()}.`)
    seen.set(key, entry)
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${before.size} catalogues are complete.`)
