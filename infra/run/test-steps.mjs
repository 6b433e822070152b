import { Failure } from './say.mjs'

/** A tool that a step needs is missing on this machine. The message names it and how to get it. */
export class MissingTool extends Failure {}

/** @typedef {{ title: string, work: () => Promise<unknown> }} Step */
/** @typedef {{ title: string, result: 'passed' | 'failed' | 'not run', ms: number }} Outcome */

/**
 * The steps of the test command, in order. The components, the measurements and the journeys need a browser. It is looked for once, when
 * everything else has passed.
 * @param {{
 *   check: () => Promise<unknown>,
 *   build: () => Promise<unknown>,
 *   testCommands: () => Promise<unknown>,
 *   units: () => Promise<unknown>,
 *   budgets: Step[],
 *   findBrowser: () => Promise<string>,
 *   components: (browser: string) => Promise<unknown>,
 *   measurements: (browser: string) => Promise<unknown>,
 *   journeys: (browser: string) => Promise<unknown>,
 * }} tools
 * @returns {Step[]}
 */
export function testSteps(tools) {
  const { check, build, testCommands, units, budgets, findBrowser, components, measurements, journeys } =
    tools
  /** @type {Promise<string> | undefined} */
  let found
  const browser = () => (found ??= findBrowser().catch(asMissing))
  return [
    { title: 'Format, lint, boundaries, imports, unused code, types, catalogues', work: check },
    { title: 'Build of the web apps', work: build },
    { title: 'The start and test commands', work: testCommands },
    { title: 'Units and the API', work: units },
    ...budgets,
    { title: 'Components in a browser', work: async () => components(await browser()) },
    // Their figures mean nothing here. They are run so that they go on working.
    { title: 'Each measurement for a moment', work: async () => measurements(await browser()) },
    { title: 'Journeys in a browser', work: async () => journeys(await browser()) },
  ]
}

/** @param {unknown} error @returns {never} */
function asMissing(error) {
  throw error instanceof Failure ? new MissingTool(error.message) : error
}

/**
 * Runs the steps one after the other and stops at the first failure. A step whose tool is missing is left out.
 * @param {Step[]} steps
 * @param {{ onStep: (title: string) => void, onFailure: (error: unknown) => void }} told
 * @returns {Promise<{ outcomes: Outcome[], missing: string[], hasPassed: boolean }>}
 */
export async function doSteps(steps, { onStep, onFailure }) {
  /** @type {Outcome[]} */
  const outcomes = []
  /** @type {string[]} */
  const missing = []
  for (const { title, work } of steps) {
    const start = Date.now()
    /** @param {Outcome['result']} result */
    const note = (result) => outcomes.push({ title, result, ms: Date.now() - start })
    onStep(title)
    try {
      await work()
      note('passed')
    } catch (error) {
      if (error instanceof MissingTool) {
        note('not run')
        if (!missing.includes(error.message)) missing.push(error.message)
        continue
      }
      note('failed')
      onFailure(error)
      break
    }
  }
  return { outcomes, missing, hasPassed: outcomes.every(({ result }) => result === 'passed') }
}
