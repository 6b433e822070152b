import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './infra/vite/memory-folder.ts'
import { testLimits } from './infra/vite/test-limits.ts'
import { TestReporter } from './infra/vite/test-reporter.ts'

keepTemporaryFilesInMemory()

/** What is long, random or heavy: `npm run verify`. One file at a time, because some of them measure. */
const shared = {
  ...testLimits,
  environment: 'node',
  testTimeout: 120_000,
  retry: 0,
  setupFiles: [join(import.meta.dirname, 'infra/vite/seed-properties.ts')],
}

export default defineConfig({
  test: {
    reporters: ['default', new TestReporter('npx vitest run --config vitest.verify.config.ts')],
    fileParallelism: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'api',
          root: 'apps/api',
          include: ['test/verify/*/*.verify.ts'],
          globalSetup: [join(import.meta.dirname, 'apps/api/test/global-setup.ts')],
        },
      },
      {
        test: {
          ...shared,
          name: 'devices',
          root: 'infra/devices',
          include: ['verify/*/*.verify.ts'],
          maxConcurrency: 25,
        },
      },
    ],
  },
})
