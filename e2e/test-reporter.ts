import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/**
 * Writes failed and flaky journeys to the file TEST_REPORT, one JSON object per line: `{ outcome:
 * 'failed' | 'flaky', name, command }`. `command` runs the journey alone.
 */
export default class TestReporter implements Reporter {
  #journeys: Suite | undefined

  onBegin(_: FullConfig, journeys: Suite): void {
    this.#journeys = journeys
  }

  onEnd(): void {
    const path = process.env['TEST_REPORT']
    if (!path) return
    for (const journey of this.#journeys?.allTests() ?? []) {
      const outcome = journey.outcome()
      if (outcome === 'unexpected') appendFileSync(path, line('failed', journey))
      else if (outcome === 'flaky') appendFileSync(path, line('flaky', journey))
    }
  }
}

function line(outcome: 'failed' | 'flaky', journey: TestCase): string {
  const file = relative(import.meta.dirname, journey.location.file)
  const name = `e2e/${file} > ${journey.titlePath().slice(3).join(' > ')}`
  const command = `cd e2e && npx playwright test ${file}:${journey.location.line}`
  return `${JSON.stringify({ outcome, name, command })}\n`
}
