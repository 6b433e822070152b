import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // A test waits for PostgreSQL half of its time, so no core is kept free.
    maxWorkers: availableParallelism(),
  },
})
