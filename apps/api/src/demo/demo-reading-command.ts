import '../lib/private-files.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { readEnvironment, SettingsError } from '../config/env.ts'
import { DemoReadingError, takeDemoReading } from './demo-reading.ts'

const envFile = resolve(import.meta.dirname, '../../../../.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

try {
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
} catch (error) {
  const isSentence = error instanceof DemoReadingError || error instanceof SettingsError
  console.error(isSentence ? error.message : error)
  process.exitCode = 1
}
