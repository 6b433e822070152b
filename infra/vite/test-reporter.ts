import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { propertySeed } from './property-seed.ts'

/**
 * Writes failed and flaky tests to the file TEST_REPORT, one JSON object per line: `{ outcome:
 * 'failed' | 'flaky', name, command }`. `command` runs the test alone. Prints the seed.
 */
export class TestReporter implements Reporter {
  #command: string
  readonly #reported = new Set<string>()
  #root = process.cwd()

  /** @param command runs the tests, in the folder of their configuration */
  constructor(command: string) {
    this.#command = command
  }

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
    const folder = relative(join(import.meta.dirname, '../..'), this.#root)
    console.log(`Properties use the seed ${propertySeed} (PROPERTY_SEED).`)
    if (folder !== '') this.#command = `cd ${folder} && ${this.#command}`
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#report('failed', test.module, test.fullName)
    else if (test.diagnostic()?.flaky) this.#report('flaky', test.module, test.fullName)
  }

  /** Failures outside of a test: an import, a hook. */
  onTestModuleEnd(module: TestModule): void {
    if (!module.ok() && !this.#reported.has(module.moduleId)) this.#report('failed', module)
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const { message } of errors) this.#write('failed', `Unhandled: ${message}`, this.#command)
  }

  #report(outcome: 'failed' | 'flaky', module: TestModule, test?: string): void {
    this.#reported.add(module.moduleId)
    const file = relative(this.#root, module.moduleId)
    const pattern = test?.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '.')
    const only = pattern === undefined ? '' : ` -t '${pattern.replaceAll("'", '.')}'`
    const name = test === undefined ? file : `${file} > ${test}`
    this.#write(outcome, name, `${this.#command} ${file}${only}`)
  }

  #write(outcome: 'failed' | 'flaky', name: string, command: string): void {
    const path = process.env['TEST_REPORT']
    if (path) appendFileSync(path, `${JSON.stringify({ outcome, name, command })}\n`)
  }
}
