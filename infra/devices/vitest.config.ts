import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'devices', environment: 'node', include: ['*.test.ts'], maxConcurrency: 25 },
})
