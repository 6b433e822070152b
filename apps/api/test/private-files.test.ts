import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const programs = (await readdir(source, { recursive: true })).filter((file) =>
  /(?:^main|-command)\.ts$/.test(file),
)
test.each(programs)('%s closes its files before anything else', async (file) => {
  const [first] = (await readFile(join(source, file), 'utf8')).split('\n')
  expect(first).toMatch(/^import '[./]+\/lib\/private-files\.ts'$/)
})
