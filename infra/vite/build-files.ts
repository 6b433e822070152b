import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const compressible = /\.(?:js|css|svg|json|txt)$/

/**
 * Writes a `.br` file beside every text file of a build, at the highest quality. The server sends
 * these files unchanged.
 */
export function brotliFiles(): Plugin {
  return {
    name: 'gatehouse:brotli-files',
    apply: 'build',
    async writeBundle({ dir: folder = 'dist' }) {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const bytes = await readFile(join(folder, name))
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            }
            await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }))
          }),
      )
    },
  }
}

/**
 * Adds each look's icon to a build, as `icons/<look>.svg`. The server links the right one in each
 * page.
 */
export function lookIcons(marksFolder: string): Plugin {
  return {
    name: 'gatehouse:look-icons',
    apply: 'build',
    async generateBundle() {
      for (const name of await readdir(marksFolder)) {
        if (!name.endsWith('.svg')) continue
        const source = await readFile(join(marksFolder, name))
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source })
      }
    },
  }
}
