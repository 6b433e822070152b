/**
 * Measures and prints the results. It writes no files, but for `fill`, whose database is used again.
 *
 *   npm run bench guest
 *   npm run bench check-in
 *   npm run bench board
 *   npm run bench fill -- --visits 10000000 --data <folder>
 *   npm run bench home -- --visits 10000000 --data <folder>
 */
const benches: Record<string, () => Promise<unknown>> = {
  guest: async () => (await import('./guest.ts')).benchGuest(),
  'check-in': async () => (await import('./check-in.ts')).benchCheckIn(),
  board: async () => (await import('./board.ts')).benchBoard(),
  fill: async () => (await import('./fill.ts')).fill(),
  home: async () => (await import('./home.ts')).benchHome(),
}

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Name what to measure: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
await bench()
