/**
 * Measures and prints the results. It writes no files, except for `fill`, whose database is reused.
 *
 *   npm run bench guest
 *   npm run bench check-in
 *   npm run bench memory -- --check-ins 1000000
 *   npm run bench board
 *   npm run bench floods
 *   npm run bench live
 *   npm run bench start
 *   npm run bench fill -- --visits 10000000 --data <folder>
 *   npm run bench home -- --visits 10000000 --data <folder>
 *   npm run bench lists -- --visits 10000000 --data <folder>
 *   npm run bench files -- --visits 10000000 --data <folder>
 *   npm run bench all -- --light
 */
import { benchName } from './options.ts'
import { stopResourcesOnSignals, untilSignal } from './resources.ts'

const benches: Record<string, () => Promise<unknown>> = {
  'check-in': async () => (await import('./check-in.ts')).benchCheckIn(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  board: async () => (await import('./board.ts')).benchBoard(),
  floods: async () => (await import('./floods.ts')).benchFloods(),
  live: async () => (await import('./live.ts')).benchLive(),
  start: async () => (await import('./start.ts')).benchStart(),
  fill: async () => (await import('./fill.ts')).fill(),
  home: async () => (await import('./home.ts')).benchHome(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  files: async () => (await import('./files.ts')).benchFiles(),
  guest: async () => (await import('./guest.ts')).benchGuest(),
}

stopResourcesOnSignals()
const named = benchName === 'all' ? Object.entries(benches) : [[benchName, benches[benchName]] as const]
for (const [name, bench] of named) {
  if (!bench) {
    console.error(`Name what to measure: ${Object.keys(benches).join(', ')} or all.`)
    process.exit(1)
  }
  console.log(`\n── ${name}`)
  await untilSignal(bench)
}
