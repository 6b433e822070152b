import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { readEnvironment } from '../config/env.ts'
import { takeDemoReading } from './demo-reading.ts'
import { runProgram } from '../lib/run-program.ts'

await runProgram(async () => {
  const environment = readEnvironment(process.env)
  const { key, temperature, code, expiresAt } = await takeDemoReading(
    environment,
    process.argv.slice(2),
    new Date(),
  )
  const page = `${environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`}/${key}`
  const until = formatTime(expiresAt, 'en-au', ownTimeZone())
  console.error(`${temperature} °C at ${key}: enter this code at ${page} until ${until}. It is good once.`)
  console.log(code)
})
