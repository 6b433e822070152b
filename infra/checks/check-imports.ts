// Fails where the imports inside a workspace go up a layer or form a cycle. The rules are in
// import-rules.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findViolations, importsOf, type SourceFile } from './import-graph.ts'
import { areas } from './import-rules.ts'

const root = join(import.meta.dirname, '../..')

function readArea(folder: string): SourceFile[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
  // A check without anything to check must not pass.
  if (paths.length === 0) throw new Error(`${folder} has no source files`)
  return paths.map((path) => ({
    path,
    imports: importsOf(path, readFileSync(join(root, folder, path), 'utf8')),
  }))
}

let count = 0
const violations = areas.flatMap((area) => {
  const files = readArea(area.folder)
  count += files.length
  return findViolations(area, files)
})
if (violations.length > 0) {
  console.error(violations.map((violation) => `- ${violation}`).join('\n'))
  process.exitCode = 1
} else console.log(`The imports of ${count} files go one way.`)
