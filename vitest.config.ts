import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['apps/*', 'packages/*', 'infra/bench', 'infra/checks', 'infra/devices', 'infra/vite'] },
})
