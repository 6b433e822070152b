/** Copies the Australian text into each empty entry of the American catalogues, for review. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'catalogues')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
for (const name of files.filter((each) => basename(each) === 'en.po')) {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const filled = text.replace(
    /^(msgid ((?:".*"\n)+))((?:msgid_plural (?:".*"\n)+)?)msgstr ""\n(?!")/gm,
    (whole, head: string, id: string) => (id === '""\n' ? whole : `${head}msgstr ${id}`),
  )
  writeFileSync(file, filled)
}
