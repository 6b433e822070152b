import { banner } from './banner.ts'
import { groupSettings } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { readSecrets } from './config/secrets.ts'
import { type RunningServer, startServer } from './server.ts'
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

await runProgram(async () => {
  const environment = readEnvironment(process.env)
  const config = groupSettings(environment, await readSecrets(environment))
  const apiOnly = process.argv.includes('--api-only')
  running = await startServer(config, { apiOnly, onProgress: (message) => console.log(`${message} …`) })
  if (stopping) await running.stop()
  else {
    // The parent process shows the URL when a person starts it again.
    process.send?.({ url: config.server.publicUrl })
    console.log(banner(config, running.firstAdminUrl))
  }
})
