import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ManifestEntry {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/**
 * Reads an app's build below `apps` by its manifest. Sizes are those of the Brotli files, as sent.
 */
export function readBuiltApp(name: string) {
  const dist = join(import.meta.dirname, '../../apps', name, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const bytesOf = (file: string) => readFileSync(join(dist, `${file}.br`)).length

  /** The files that a browser fetches for these entries and their static imports. */
  const filesOf = (names: readonly string[]) =>
    new Set(entriesOf(names).flatMap(({ file, css = [] }) => css.concat(file)))
  const entriesOf = (names: readonly string[], seen = new Set<string>()): ManifestEntry[] =>
    names.flatMap((entry) => {
      const found = manifest[entry]
      if (!found || seen.has(entry)) return []
      seen.add(entry)
      return [found, ...entriesOf(found.imports ?? [], seen)]
    })
  const namesLike = (pattern: RegExp) => Object.keys(manifest).filter((entry) => pattern.test(entry))

  const size = (files: Iterable<string>, ending = '') =>
    [...files].filter((file) => file.endsWith(ending)).reduce((total, file) => total + bytesOf(file), 0)

  return {
    dist,
    namesLike,
    filesOf,
    /** The bytes of those files with this ending. */
    size,
    /** The only entry that matches. */
    named(pattern: RegExp): string {
      const [found, ...others] = namesLike(pattern)
      if (found === undefined || others.length > 0)
        throw new Error(
          `The build of ${name} has ${others.length + (found ? 1 : 0)} of ${pattern}: run \`pnpm build\`.`,
        )
      return found
    },
    /** Its catalogues of all languages, the largest first. */
    catalogues(catalogue = name): [largest: string, ...others: string[]] {
      const sizeOf = (entry: string) => size(filesOf([entry]))
      const [largest, ...others] = namesLike(new RegExp(`catalogues/${catalogue}/[\\w-]+\\.(?:po|ts)$`)).sort(
        (one, other) => sizeOf(other) - sizeOf(one),
      )
      if (largest === undefined) throw new Error(`The build of ${name} lacks its catalogues ${catalogue}.`)
      return [largest, ...others]
    },
    /** Bytes of the only font file that matches. Fonts are already compressed. */
    fontBytes(pattern: RegExp): number {
      const [found, ...others] = readdirSync(join(dist, 'assets')).filter((file) => pattern.test(file))
      if (found === undefined || others.length > 0)
        throw new Error(`The build of ${name} has ${others.length + (found ? 1 : 0)} fonts like ${pattern}.`)
      return readFileSync(join(dist, 'assets', found)).length
    },
    /**
     * The bytes of `names` with their static imports, without the files that `loaded` has already
     * fetched.
     */
    bytes(names: readonly string[], loaded: readonly string[] = []): number {
      const before = filesOf(loaded)
      return size([...filesOf(names)].filter((file) => !before.has(file)))
    },
  }
}

export interface BudgetRow {
  name: string
  bytes: number
  limit: number
}

export function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
}

/** Prints the rows, and fails the process where one is over its limit. kB are 1000 bytes. */
export function holdBudget(title: string, rows: readonly BudgetRow[]): void {
  console.log(title)
  for (const { name, bytes, limit } of rows) {
    console.log(`  ${name.padEnd(54)}${kB(bytes)} of ${kB(limit)}${bytes > limit ? '  OVER' : ''}`)
  }
  for (const { name, bytes, limit } of rows) {
    if (bytes <= limit) continue
    console.error(`Over its budget by ${bytes - limit} bytes: ${name}.`)
    process.exitCode = 1
  }
}
