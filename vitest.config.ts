import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { projects: ['apps/*', 'packages/*', 'infra/checks', 'infra/vite'] } })
