import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts the marks of the looks beside a build, as `icons/<look>.svg`: the server names the right one in each page. */
export function lookIcons(marks: string): Plugin {
  return {
    name: 'gatehouse:look-icons',
    apply: 'build',
    async generateBundle() {
      for (const name of await readdir(marks)) {
        if (!name.endsWith('.svg')) continue
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source: await readFile(join(marks, name)) })
      }
    },
  }
}
