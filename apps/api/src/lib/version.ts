import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../../package.json')

/** The version of this program, as in the root's `package.json`. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }

/** Whether a version is later than another (Semantic Versioning 2.0.0, without pre-releases). */
export function isLater(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const at = parts.findIndex((part, index) => part !== others[index])
  return (parts[at] ?? 0) > (others[at] ?? 0)
}
