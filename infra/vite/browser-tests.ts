import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { ViteUserConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'
import { testLimits } from './test-limits.ts'
import { TestReporter } from './test-reporter.ts'

const { CHROMIUM_PATH: executablePath } = process.env

keepTemporaryFilesInMemory()

/**
 * The configuration of a workspace's component tests (`*.browser.test.tsx`) in a real browser. `npm test` finds the browser; by hand
 * CHROMIUM_PATH names it.
 * @param name of the workspace
 */
export function browserTests(name: string): ViteUserConfig {
  return {
    // An unknown path is a 404. Else it would be the page of the app, whose packages would be bundled amid the tests.
    appType: 'custom',
    // The packages are bundled anew for each run. A package that a cached bundle does not hold reloads the page amid a test.
    optimizeDeps: { force: true },
    test: {
      name: `${name} in a browser`,
      include: ['src/**/*.browser.test.tsx'],
      setupFiles: ['./vitest.browser.setup.ts'],
      ...testLimits,
      // Most of the time of a small file would be the loading of its modules.
      isolate: false,
      // A page waits for frames and timers half of its time, so no core is kept free.
      maxWorkers: availableParallelism(),
      reporters: ['default', new TestReporter('npx vitest run --config vitest.browser.config.ts')],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // A press waits until what moves has come to rest.
          contextOptions: { reducedMotion: 'reduce' },
          launchOptions: {
            ...(executablePath && { executablePath }),
            args: [
              '--no-sandbox',
              '--disable-gpu',
              '--disable-background-networking',
              '--js-flags=--no-maglev',
            ],
          },
        }),
        instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
      },
    },
  }
}
