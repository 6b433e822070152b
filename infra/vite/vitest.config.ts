import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'vite', environment: 'node', include: ['*.test.ts'] } })
