import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const repository = join(import.meta.dirname, '..')

/** A code that the simulated device at a method shows for a temperature. */
export async function readTemperature(key: string, celsius: string): Promise<string> {
  const command = join(repository, 'apps/api/src/demo/demo-reading-command.ts')
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: process.env['DATA_DIR'] ?? join(repository, '.data/e2e/data'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [command, key, celsius], { env })
  return stdout.trim()
}
