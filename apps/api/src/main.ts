import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { banner } from './banner.ts'
import { type Config, groupSettings } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { readSecrets } from './config/secrets.ts'
import { type RunningServer, startServer } from './server.ts'
import { keepFirstAdminLink } from './first-admin-file.ts'
import { logLine } from './lib/log-line.ts'
import { runProgram } from './lib/run-program.ts'

let running: RunningServer | undefined
let stopping = false

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await running?.stop()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
// When the parent process at the other end of the channel has ended, nothing else
// would stop this one.
if (process.channel) process.on('disconnect', () => void stop())

/** Without a terminal, standard output is a log: JSON lines, and no link that lets anyone in. */
const isTerminal = process.stdout.isTTY

async function announce(config: Config, firstAdminUrl: string | undefined): Promise<void> {
  if (isTerminal) {
    console.log(banner(config, firstAdminUrl))
    return
  }
  const first_admin_link = await keepFirstAdminLink(config.dataDir, firstAdminUrl)
  console.log(logLine('Gatehouse is ready.', { url: config.server.publicUrl, first_admin_link }))
}

/** Frees what only the start has used, about 10 MB. An idle server would keep it for long. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

const onProgress = (message: string) => console.log(isTerminal ? `${message} …` : logLine(message))

await runProgram(async () => {
  const environment = readEnvironment(process.env)
  const config = groupSettings(environment, await readSecrets(environment))
  const apiOnly = process.argv.includes('--api-only')
  running = await startServer(config, { apiOnly, onProgress })
  if (stopping) {
    await running.stop()
    return
  }
  await announce(config, running.firstAdminUrl)
  collectGarbage()
  // The parent process shows the URL when a person starts it again.
  process.send?.({ url: config.server.publicUrl })
})
