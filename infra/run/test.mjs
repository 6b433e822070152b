// npm test, the gate of every change: it runs all steps, and names each failed test at the end.
import './node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { inCheckout, root } from './checkout.mjs'
import { findBrowserOnce, journeys } from './chromium.mjs'
import { findNode26 } from './node-26.mjs'
import { runSteps, show } from './run-steps.mjs'
import { BUILD } from './test-steps.mjs'
import { pinnedPnpm, pnpm } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

const checks = ['format', 'lint', 'boundaries', 'imports', 'unused', 'catalogues'].map(
  (name) => `check:${name}`,
)
const componentConfig = 'vitest.browser.config.ts'

await runSteps(() => {
  const node = findNode26()
  const browser = findBrowserOnce(node)
  const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
  const budgets = readdirSync(inCheckout('infra', 'checks')).filter((name) => name.endsWith('-budget.ts'))
  const tested = workspaces(root).filter((folder) => existsSync(inCheckout(folder, componentConfig)))
  return [
    {
      title: 'Format, lint and types, boundaries, imports, unused code, texts',
      command: `npx ${pinnedPnpm()} check`,
      seconds: 60,
      work: () => show(pnpm(['exec', 'turbo', 'run', ...checks, '--continue', '--output-logs=errors-only'])),
    },
    { title: BUILD, command: `npx ${pinnedPnpm()} build`, seconds: 30, work: ensureBuilt },
    {
      title: 'The start and test commands',
      command: "node --test 'infra/run/*.test.mjs'",
      seconds: 20,
      work: () => show({ command: node, args: ['--test', '--test-reporter=dot', 'infra/run/*.test.mjs'] }),
    },
    {
      title: 'Units and the API',
      command: 'npx vitest run',
      seconds: 360,
      work: () => show({ command: node, args: [vitest, 'run'] }),
    },
    ...budgets.sort().map((budget) => ({
      title: `Size of the apps (${budget})`,
      command: `node infra/checks/${budget}`,
      seconds: 5,
      needsBuild: true,
      work: () => show({ command: node, args: [inCheckout('infra', 'checks', budget)] }),
    })),
    ...tested.map((folder) => ({
      title: `Components of ${folder} in a browser`,
      command: `npx vitest run --config ${componentConfig} (in ${folder})`,
      seconds: 100,
      work: async () => {
        const args = [vitest, 'run', '--config', componentConfig]
        const env = { CHROMIUM_PATH: await browser() }
        await show({ command: node, args, env, cwd: inCheckout(folder) })
      },
    })),
    {
      title: 'Journeys in a browser',
      command: 'npx playwright test --grep @gate (in e2e)',
      seconds: 240,
      needsBuild: true,
      work: async () => show(journeys(node, await browser(), ['--grep', '@gate'])),
    },
  ]
})
