import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const programs = (await readdir(source, { recursive: true })).filter((file) =>
  /(?:^main|-command)\.ts$/.test(file),
)
test.each(programs)('%s closes its files to others', async (file) => {
  expect(await readFile(join(source, file), 'utf8')).toMatch(/^await runProgram\(async \(\) => \{$/m)
})
