/**
 * Measures and prints the results. It writes no files.
 *
 *   npm run bench guest
 *   npm run bench check-in
 *   npm run bench board
 */
const benches: Record<string, () => Promise<void>> = {
  guest: async () => (await import('./guest.ts')).benchGuest(),
  'check-in': async () => (await import('./check-in.ts')).benchCheckIn(),
  board: async () => (await import('./board.ts')).benchBoard(),
}

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Name what to measure: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
await bench()
