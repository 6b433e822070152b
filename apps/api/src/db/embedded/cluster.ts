import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { programOf, type Binaries } from './binaries.ts'
import type { ServerPaths } from './server-paths.ts'
import { isProcessAlive } from './processes.ts'
import { readIfThere } from './server-files.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { hasCode } from '../../lib/has-code.ts'

/**
 * The options of child processes: their own session, so that Ctrl-C in the terminal does not reach
 * them, and no PG* variables.
 */
export function childOptions(account: Account | undefined, cwd: string) {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(PG|LC_|LANG|TZ$|NODE_)/.test(name)) env[name] = value
  }
  return {
    cwd,
    env,
    detached: true,
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/**
 * Creates an empty database cluster with a random password, unless there is one.
 * @throws OperatorError where the cluster is of another major version
 */
export async function ensureCluster(
  paths: ServerPaths,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
  onProgress: (message: string) => void,
): Promise<void> {
  await sweepUnfinished(paths.home)
  const major = (await readIfThere(join(paths.data, 'PG_VERSION')))?.trim()
  if (major === undefined) {
    onProgress('Creating the database')
    await createCluster(paths, binaries, account, durable)
  } else if (Number(major) !== binaries.major) {
    throw new OperatorError(
      `The data in ${paths.data} belongs to PostgreSQL ${major}, and this Gatehouse brings PostgreSQL ${binaries.major}. ` +
        `Dump it with PostgreSQL ${major} and load it into a server that DATABASE_URL names, ` +
        `or move ${paths.cluster} away to start with an empty database.`,
    )
  }
}

const initdbOptions =
  '-U postgres --auth scram-sha-256 --encoding UTF8 --no-instructions ' +
  '--locale C --locale-provider builtin --builtin-locale C.UTF-8'

async function createCluster(
  paths: ServerPaths,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  await stageCluster(paths, account, async ({ data, passwordFile }) => {
    const args = ['-D', data, '--pwfile', passwordFile, ...initdbOptions.split(' ')]
    if (!durable) args.push('--no-sync')
    const { how, output } = await runToEnd(programOf(binaries, 'initdb'), args, account, paths.home)
    if (how === 0) return
    throw new OperatorError(
      `The database could not be created (initdb ended with ${how}). It said:\n${output}\n` +
        'Free what it asks for and start again, or set DATABASE_URL.',
    )
  }).catch((error: unknown) => {
    // Two starts create the same cluster.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
}

/** A cluster in its temporary folder, and its superuser's password, which is in the file too. */
interface StagedCluster {
  data: string
  password: string
  passwordFile: string
}

/**
 * Fills a temporary folder and renames it, so that a killed start or restore leaves no cluster. The
 * folder and the password file belong to the account.
 * @throws where another process has created a cluster meanwhile
 */
export async function stageCluster(
  paths: ServerPaths,
  account: Account | undefined,
  fill: (cluster: StagedCluster) => Promise<void>,
): Promise<void> {
  const unfinished = join(paths.home, `unfinished-${process.pid}-${randomBytes(3).toString('hex')}`)
  const data = join(unfinished, 'data')
  const passwordFile = join(unfinished, 'password')
  const password = randomBytes(24).toString('base64url')
  try {
    await mkdir(data, { recursive: true })
    if (account) await chmod(unfinished, 0o711)
    await chmod(data, 0o700)
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account) for (const path of [data, passwordFile]) await chown(path, account.uid, account.gid)
    await fill({ data, password, passwordFile })
    await rename(unfinished, paths.cluster)
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs a program of PostgreSQL until it ends. @returns its exit code or signal, and its last lines */
export async function runToEnd(
  program: string,
  args: string[],
  account: Account | undefined,
  cwd: string,
  input = '',
): Promise<{ how: string | number | null; output: string }> {
  const child = spawn(program, args, { ...childOptions(account, cwd), stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
  }
  // A program that ends early closes its input; its exit code says why.
  child.stdin.on('error', () => {}).end(input)
  const how = await new Promise<string | number | null>((resolve, reject) => {
    child.once('error', (error) => reject(startFailure(program, account, error)))
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { how, output: output.trim() }
}

/** The error for a PostgreSQL program that could not be started. */
export function startFailure(program: string, account: Account | undefined, error: Error): OperatorError {
  const whom = account ? ` as the account "${account.name}"` : ''
  return new OperatorError(
    `${program} could not be started${whom}: ${error.message}. ` +
      'It needs a system with the GNU C library and the right to change to that account; otherwise set DATABASE_URL.',
    { cause: error },
  )
}

/** Removes the temporary folders of killed initialisations, but not those of running ones. */
async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(/^unfinished-(\d+)-/.exec(name)?.[1])
    if (pid && (pid === process.pid || !isProcessAlive(pid)))
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Reads the superuser's password, which was generated with the cluster. */
export async function readPassword(paths: ServerPaths): Promise<string> {
  try {
    return (await readFile(paths.password, 'utf8')).trim()
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'ENOENT')) throw error
    throw new OperatorError(
      `The database's password in ${paths.password} cannot be read. Start Gatehouse as the user who started it first.`,
      { cause: error },
    )
  }
}
