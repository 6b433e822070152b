import { defineConfig } from 'vitest/config'

/** What measures instead of deciding, so that it wants a quiet machine: `vitest run --config vitest.verify.config.ts`. */
export default defineConfig({
  test: {
    name: 'api verify',
    environment: 'node',
    include: ['test/verify/**/*.verify.ts'],
    globalSetup: ['test/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
  },
})
