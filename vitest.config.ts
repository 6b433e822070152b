import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['apps/*', 'packages/*', 'infra/checks', 'infra/vite'],
    // A test waits for PostgreSQL half of its time, so no core is kept free.
    maxWorkers: '100%',
  },
})
