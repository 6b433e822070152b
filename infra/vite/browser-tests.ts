import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { ViteUserConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'
import { testLimits } from './test-limits.ts'
import { TestReporter } from './test-reporter.ts'

const { CHROMIUM_PATH: executablePath } = process.env

keepTemporaryFilesInMemory()

/**
 * The configuration of a workspace's component tests (`*.browser.test.tsx`) in a real browser. `npm
 * test` finds the browser; otherwise CHROMIUM_PATH names it.
 * @param name of the workspace
 */
export function browserTests(name: string): ViteUserConfig {
  return {
    // An unknown path is a 404. Otherwise it would be the app's page, whose packages would be
    // bundled during the tests.
    appType: 'custom',
    // Bundles the packages for each run. A package missing in a cached bundle would reload the page
    // during a test.
    optimizeDeps: { force: true },
    test: {
      name: `${name} in a browser`,
      include: ['src/**/*.browser.test.tsx'],
      setupFiles: ['./vitest.browser.setup.ts'],
      ...testLimits,
      // Loading the modules would take most of a small file's time.
      isolate: false,
      // A page waits for frames and timers half of its time, so no core is kept free.
      maxWorkers: availableParallelism(),
      reporters: ['default', new TestReporter('npx vitest run --config vitest.browser.config.ts')],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // Actions wait until animations have ended.
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
