import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Preloaded into a process: when it ends, the file that `LOADED_MODULES` names has the address of each module that was loaded. */
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['LOADED_MODULES'] ?? '', [...loaded].join('\n')))
