// npm run verify: the slow, random and heavy checks, in parts. `npm run verify fuzz walks` runs two
// of them.
import './node-version.mjs'
import { randomInt } from 'node:crypto'
import { ensureBuilt } from './build.mjs'
import { inCheckout } from './checkout.mjs'
import { findBrowserOnce, journeys } from './chromium.mjs'
import { findNode26 } from './node-26.mjs'
import { ensurePackages } from './packages.mjs'
import { runSteps, show } from './run-steps.mjs'
import { Failure, tellFailure } from './say.mjs'
import { BUILD } from './test-steps.mjs'
import { pinnedPnpm } from './tool.mjs'

const MINUTE = 60

/** Files of the gate that try more in the verification: a random seed, all combinations, query plans. */
const properties = [
  'access-matrix',
  'agreement',
  'check-in-batches',
  'clients/logo',
  'demo-data',
  'erase-person',
  'faulty-receivers',
  'figures',
  'on-site-everywhere',
  'outbox-worker',
  'overlapping-grants',
  'purge-expired',
  'rate-limit.test',
  'read-marks',
  'redact-details',
  'reports/reports.test',
  'reports.property',
  'rollups/rollups.test',
  'sites-of-report',
  'stay.test',
  'unchanged-board',
  'users/export',
  'users/users.test',
]

/** Property tests try more values. */
const full = { RUNS: 'full' }
/** Walks check every screen in every look, language and width. */
const all = { WALK: 'all' }

/**
 * Each part, with its budget in minutes.
 * @type {Record<string, { minutes: number, run: (tools: Tools) => Promise<unknown> }>}
 * @typedef {{ vitest: (args: string[], env?: NodeJS.ProcessEnv) => Promise<unknown>,
 *   playwright: (args: string[], env?: NodeJS.ProcessEnv) => Promise<unknown>,
 *   bench: () => Promise<unknown> }} Tools
 */
const parts = {
  fuzz: { minutes: 20, run: ({ vitest }) => vitest(files('fuzz')) },
  isolation: { minutes: 10, run: ({ vitest }) => vitest(files('isolation')) },
  crashes: {
    minutes: 40,
    run: async ({ vitest }) => {
      await ensurePackages(['haproxy'])
      await vitest(files('crashes'))
    },
  },
  load: { minutes: 40, run: ({ vitest }) => vitest(files('load')) },
  package: {
    minutes: 20,
    run: async ({ vitest }) => {
      await ensurePackages(['nginx', 'caddy'])
      await vitest(files('package'))
    },
  },
  properties: { minutes: 20, run: ({ vitest }) => vitest(['--project', 'api', ...properties], full) },
  walks: { minutes: 40, run: ({ playwright }) => playwright(['walks'], all) },
  resilience: { minutes: 15, run: ({ playwright }) => playwright(['resilience']) },
  journeys: {
    minutes: 40,
    run: ({ playwright }) => playwright(['flows'], { MUSTER_RUNS: '20', ...all }),
  },
  bench: { minutes: 15, run: ({ bench }) => bench() },
}

/** @param {string} part */
const files = (part) => ['--config', 'vitest.verify.config.ts', `verify/${part}/`]

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in parts))
if (unknown !== undefined) {
  tellFailure(new Failure(`No part is named ${unknown}. Choose from: ${Object.keys(parts).join(', ')}.`))
  process.exit(1)
}

const seed = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))

await runSteps(() => {
  const node = findNode26()
  const browser = findBrowserOnce(node)
  /** @type {Tools} */
  const tools = {
    vitest: (args, env) =>
      show({
        command: node,
        args: [inCheckout('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args],
        env: { PROPERTY_SEED: seed, ...env },
      }),
    playwright: async (args, env) => show(journeys(node, await browser(), args, env)),
    bench: async () =>
      show({
        command: node,
        args: [inCheckout('infra', 'bench', 'run.ts'), 'all', '--light'],
        env: { CHROMIUM_PATH: await browser() },
      }),
  }
  const chosen = Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name))
  return [
    { title: BUILD, command: `npx ${pinnedPnpm()} build`, seconds: 30, work: ensureBuilt },
    ...chosen.map(([name, { minutes, run }]) => ({
      title: name,
      command: `npm run verify ${name}`,
      seconds: minutes * MINUTE,
      needsBuild: true,
      work: () => run(tools),
    })),
  ]
})
