/** Copies the Australian text into each empty entry of the American catalogues, to be read through afterwards. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'catalogues')
for (const app of readdirSync(folder)) {
  const file = join(folder, app, 'en.po')
  const text = readFileSync(file, 'utf8')
  const filled = text.replace(
    /^(msgid ((?:".*"\n)+))((?:msgid_plural (?:".*"\n)+)?)msgstr ""\n(?!")/gm,
    (whole, head: string, id: string) => (id === '""\n' ? whole : `${head}msgstr ${id}`),
  )
  writeFileSync(file, filled)
}
