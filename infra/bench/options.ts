import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    light: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    visits: { type: 'string' },
    'check-ins': { type: 'string' },
    'per-second': { type: 'string' },
    list: { type: 'string' },
    data: { type: 'string' },
    seed: { type: 'string', default: 'gatehouse' },
  },
})

/** The name of the bench. */
export const [benchName = ''] = positionals

const common = {
  seed: values.seed,
  dataDir: values.data,
  /** The path of the only list to read, such as `/users`. */
  list: values.list,
  /** The check-ins a second of half load; by default half of the measured maximum. */
  perSecond: values['per-second'] === undefined ? undefined : Number(values['per-second']),
}

/**
 * How much is measured. `--light` runs everything once for a moment, to see that it works: its
 * figures mean nothing. `--seconds`, `--rounds`, `--visits` and `--check-ins` change one value;
 * `--list` selects one list; `--per-second` sends this many check-ins in place of half of the
 * maximum, so that two runs are comparable.
 */
export const options = values.light
  ? {
      ...common,
      isLight: true,
      seconds: 0.3,
      rounds: 1,
      sites: 1000,
      visits: 500,
      users: 1000,
      checkIns: 50,
      boardSizes: [100],
    }
  : {
      ...common,
      isLight: false,
      /** Per round. */
      seconds: Number(values.seconds ?? 5),
      rounds: Number(values.rounds ?? 3),
      /** Of the filled database. */
      sites: 100_000,
      visits: Number(values.visits ?? 200_000),
      users: 100_000,
      /** Of the memory bench. */
      checkIns: Number(values['check-ins'] ?? 1_000_000),
      /** People on the board. */
      boardSizes: [5000, 17_000],
    }
