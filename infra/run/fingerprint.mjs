import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const leftOut = new Set([
  'node_modules',
  'dist',
  '.turbo',
  '.git',
  'coverage',
  'test-results',
  'playwright-report',
])

/**
 * A hash of the names and contents of files and folders below `base`. The order of `paths` does not
 * matter, and a missing file is hashed as missing. Folders that tools write to, and tests, are left
 * out.
 * @param {string} base
 * @param {string[]} paths
 * @param {string[]} facts further texts to hash
 */
export function fingerprint(base, paths, facts = []) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(`fact ${fact}\0`)
  for (const file of [...new Set(paths.flatMap((path) => filesBelow(join(base, path))))].sort()) {
    const content = existsSync(file) ? readFileSync(file) : undefined
    hash.update(`${relative(base, file).split(sep).join('/')}\0${content ? content.length : 'missing'}\0`)
    if (content) hash.update(content)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  /** @type {import('node:fs').Dirent[]} */
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries.flatMap((entry) => {
    if (leftOut.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    const below = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(below) : [below]
  })
}

/** Whether a stamp holds this fingerprint. @param {string} stamp @param {string} print */
export function isStamped(stamp, print) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === print
}

/** Writes a fingerprint where `isStamped` looks. @param {string} stamp @param {string} print */
export function writeStamp(stamp, print) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, print)
}
