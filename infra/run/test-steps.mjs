import { duration, Failure } from './say.mjs'

/** A step's tool is missing on this machine. The message names it and how to get it. */
export class MissingTool extends Failure {}

/**
 * A step: its budget in seconds on two idle cores, and the command that runs it alone. A step that
 * needs the build is skipped when that failed.
 * @typedef {{ title: string, command: string, seconds: number, needsBuild?: boolean,
 *   work: () => Promise<unknown> }} Step
 */
/**
 * @typedef {{ step: Step, result: 'passed' | 'failed' | 'not run', ms: number }} Outcome
 * @typedef {{ outcomes: Outcome[], missing: string[], hasPassed: boolean }} Done
 * @typedef {{ outcome: 'failed' | 'flaky', name: string, command: string }} ReportedTest
 */

export const BUILD = 'Build of the web apps'

/**
 * Runs all steps one after the other, also after a failure. A step whose tool is missing is
 * skipped.
 * @param {Step[]} steps
 * @param {{ onStep: (title: string) => void, onFailure: (error: unknown) => unknown }} told
 * @returns {Promise<Done>}
 */
export async function doSteps(steps, { onStep, onFailure }) {
  /** @type {Outcome[]} */
  const outcomes = []
  /** @type {Set<string>} */
  const missing = new Set()
  for (const step of steps) {
    const start = Date.now()
    /** @param {Outcome['result']} result */
    const note = (result) => outcomes.push({ step, result, ms: Date.now() - start })
    const hasBuild = outcomes.every((done) => done.step.title !== BUILD || done.result === 'passed')
    if (step.needsBuild && !hasBuild) {
      note('not run')
      continue
    }
    onStep(step.title)
    try {
      await step.work()
      note('passed')
    } catch (error) {
      if (error instanceof MissingTool) {
        note('not run')
        missing.add(error.message)
        continue
      }
      note('failed')
      await onFailure(error)
    }
  }
  return { outcomes, missing: [...missing], hasPassed: outcomes.every(({ result }) => result === 'passed') }
}

/**
 * The last lines of a run: each step's time, and each failed test with the command that runs it.
 * @param {Done} done
 * @param {ReportedTest[]} reported by the steps that run tests
 * @returns {string[]}
 */
export function summarise({ outcomes, missing, hasPassed }, reported) {
  const width = Math.max(...outcomes.map(({ step }) => step.title.length))
  const times = outcomes.map(
    ({ step, result, ms }) =>
      `${step.title.padEnd(width)}  ${result.padEnd(7)}  ${duration(ms).padStart(12)}${slowness(step, ms)}`,
  )
  const total = outcomes.reduce((sum, { ms }) => sum + ms, 0)
  const failed = reported.filter(({ outcome }) => outcome === 'failed')
  const flaky = reported.filter(({ outcome }) => outcome === 'flaky')
  const failedSteps = outcomes.filter(({ result }) => result === 'failed').map(({ step }) => step)
  return [
    '',
    ...times,
    ...section('Flaky, passed at the second attempt:', flaky.flatMap(lines)),
    ...section('Not run:', missing),
    ...section('Failed tests:', failed.flatMap(lines)),
    ...section(
      'Failed steps:',
      failedSteps.map(({ title, command }) => `${title}: ${command}`),
    ),
    '',
    hasPassed ? `All steps passed in ${duration(total)}.` : `Failed after ${duration(total)}.`,
  ]
}

/** @param {Step} step @param {number} ms */
function slowness({ seconds }, ms) {
  return ms > 1500 * seconds ? `  (budget ${duration(1000 * seconds)})` : ''
}

/** @param {ReportedTest} test */
const lines = ({ name, command }) => [name, `  ${command}`]

/** @param {string} title @param {string[]} content */
const section = (title, content) =>
  content.length === 0 ? [] : ['', title, ...content.map((line) => `  ${line}`)]
