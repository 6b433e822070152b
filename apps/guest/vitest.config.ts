import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'guest', environment: 'node', include: ['*.test.ts', 'src/**/*.test.ts'] },
})
