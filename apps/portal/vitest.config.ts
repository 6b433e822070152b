import { sourcePlugins } from '@gatehouse/vite/define-app'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: sourcePlugins(import.meta.dirname),
  test: { name: 'portal', environment: 'node', include: ['src/**/*.test.ts'] },
})
