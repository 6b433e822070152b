import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { sourcePlugins } from './infra/vite/define-app.ts'
import { keepTemporaryFilesInMemory } from './infra/vite/memory-folder.ts'
import { TestReporter } from './infra/vite/test-reporter.ts'
import { testLimits } from './infra/vite/test-limits.ts'

keepTemporaryFilesInMemory()

/** Tests of one workspace. The files of a worker share their modules, because loading them takes long. */
function project(
  folder: string,
  include: string[],
  { test, ...more }: TestProjectInlineConfiguration = {},
): TestProjectInlineConfiguration {
  return {
    ...more,
    test: {
      name: folder.split('/').at(-1) ?? folder,
      root: folder,
      environment: 'node',
      include,
      isolate: false,
      ...testLimits,
      ...test,
    },
  }
}

const properties = { test: { setupFiles: [join(import.meta.dirname, 'infra/vite/seed-properties.ts')] } }

export default defineConfig({
  test: {
    reporters: ['default', new TestReporter('npx vitest run')],
    // A test waits for PostgreSQL half of its time, so no core is kept free.
    maxWorkers: availableParallelism(),
    projects: [
      project('apps/api', ['{src,test}/**/*.test.ts'], {
        test: {
          globalSetup: [join(import.meta.dirname, 'apps/api/test/global-setup.ts')],
          ...properties.test,
        },
      }),
      project('apps/board', ['src/**/*.test.ts']),
      project('apps/guest', ['*.test.ts', 'src/**/*.test.ts']),
      project('apps/portal', ['src/**/*.test.ts'], { plugins: sourcePlugins('apps/portal') }),
      project('packages/api-client', ['src/**/*.test.ts']),
      project('packages/i18n', ['{src,scripts}/**/*.test.ts'], properties),
      project('packages/ui', ['src/**/*.test.{ts,tsx}'], {
        test: { exclude: ['**/*.browser.test.tsx'] },
      }),
      project('packages/validation', ['src/**/*.test.ts'], properties),
      project('infra/bench', ['*.test.ts']),
      project('infra/checks', ['*.test.ts']),
      project('infra/devices', ['*.test.ts'], { test: { maxConcurrency: 25 } }),
      project('infra/vite', ['*.test.ts']),
    ],
  },
})
