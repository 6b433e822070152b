import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects everything that nothing holds, also compiled functions that ran only once, and gives the memory back. It takes some tenths of a
 * second in which the process does nothing else.
 */
export function collectGarbage(): void {
  // The collector is reached without a flag on the command line, so that it does not matter who starts the process.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
