import './lib/private-files.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { banner } from './banner.ts'
import { groupSettings } from './config/config.ts'
import { readEnvironment, SettingsError } from './config/env.ts'
import { readSecrets } from './config/secrets.ts'
import { SecretKeyError } from './db/data-key.ts'
import { EmbeddedPostgresError } from './db/embedded/embedded-postgres-error.ts'
import { DatabaseSetupError } from './db/assert-reachable.ts'
import { RlsNotEnforcedError } from './db/rls.ts'
import { StartError } from './lib/assert-port-is-free.ts'
import { type RunningServer, startServer } from './server.ts'

const envFile = resolve(import.meta.dirname, '../../../.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

let running: RunningServer | undefined
let stopping = false

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await running?.stop()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
// The parent process that holds the other end of the channel has ended: nothing else would stop this one.
if (process.channel) process.on('disconnect', () => void stop())

try {
  const environment = readEnvironment(process.env)
  const config = groupSettings(environment, await readSecrets(environment))
  const apiOnly = process.argv.includes('--api-only')
  running = await startServer(config, { apiOnly, onProgress: (message) => console.log(`${message} …`) })
  if (stopping) await running.stop()
  else {
    // The parent process shows the URL when a person starts it a second time.
    process.send?.({ url: config.server.publicUrl })
    console.log(banner(config, running.firstAdminUrl))
  }
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

/** An error that a person can fix is printed as its message; any other error keeps its stack. */
function sentenceOf(error: unknown): unknown {
  const printedErrors = [
    SettingsError,
    StartError,
    EmbeddedPostgresError,
    DatabaseSetupError,
    SecretKeyError,
    RlsNotEnforcedError,
  ]
  return printedErrors.some((kind) => error instanceof kind) && error instanceof Error
    ? `\n${error.message}\n`
    : error
}
