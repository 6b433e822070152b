/**
 * How often a property is tried. `RUNS=full` (`npm run verify`) tries it as often as its test says, and otherwise a third of that has to do:
 * a property without a seed tries others each time.
 */
export function runs(full: number): number {
  return process.env['RUNS'] === 'full' ? full : Math.ceil(full / 3)
}
