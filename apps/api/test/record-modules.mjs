import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Preloaded into a process: at its exit it writes the URLs of all loaded modules to the file named
 * by `LOADED_MODULES`.
 */
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['LOADED_MODULES'] ?? '', [...loaded].join('\n')))
