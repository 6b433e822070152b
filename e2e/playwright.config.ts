import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { dataFolder } from './data-folder.ts'

// Below the ephemeral ports (from 32768 on Linux), so that no connection of an earlier step still
// has it.
const port = 18_600
/**
 * The journeys can use another running Gatehouse with demo data: `BASE=http://localhost:50000
 * playwright test`.
 */
const base = process.env['BASE'] ?? `http://localhost:${port}`
const repository = join(import.meta.dirname, '..')

export default defineConfig({
  testDir: '.',
  testMatch: /\/(flows|walks|resilience)\/[^/]+\.spec\.ts$/,
  outputDir: join(repository, '.data/e2e/results'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A test that passes only the second time is listed as flaky at the end of the run.
  retries: 1,
  // A busy machine is slow.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./test-reporter.ts']],
  use: {
    baseURL: base,
    actionTimeout: 30_000,
    // A trace takes longer than most tests.
    trace: 'on-first-retry',
    // Actions wait until animations have ended.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // This compiler costs more than it saves on a journey's page.
        '--js-flags=--no-maglev',
      ],
    },
  },
  projects: [
    { name: 'phone', testMatch: /guest[^\\/]*\.spec\.ts$/, use: { ...devices['Pixel 7'], locale: 'en-AU' } },
    { name: 'desk', testIgnore: /guest[^\\/]*\.spec\.ts$/, use: { viewport: { width: 1440, height: 900 } } },
  ],
  ...(process.env['BASE']
    ? {}
    : {
        webServer: {
          command: 'node --max-semi-space-size=4 start-server.ts',
          url: `${base}/health/ready`,
          stdout: 'ignore' as const,
          timeout: 60_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
          env: {
            PORT: String(port),
            DATA_DIR: dataFolder('data'),
            LOG_LEVEL: 'warn',
            NODE_ENV: 'test',
            BREACH_URL: 'off',
            SMTP_URL: 'outbox',
            // Receivers of webhooks.
            OUTBOUND_ALLOWED: '127.0.0.1',
            // Each journey has its own address (fixtures.ts).
            TRUSTED_PROXIES: 'loopback',
          },
        },
      }),
})
