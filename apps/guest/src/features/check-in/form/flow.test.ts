import { describe, expect, it, test } from 'vitest'
import {
  formStepsOf,
  menuItemsOf,
  nextAfter,
  shownStep,
  steps,
  type FlowState,
  type KioskStep,
  type Step,
} from './flow.ts'

const plain: FlowState = {
  isMethodValid: true,
  isDetailsComplete: false,
  asksQuestions: false,
  isQuestionsComplete: true,
  asksCode: false,
  isRefused: false,
  checkIn: undefined,
}
const asking: FlowState = { ...plain, asksQuestions: true, isQuestionsComplete: false, asksCode: true }
const signedIn = { canCheckOut: true, isCheckedOut: false }

const states = {
  'key unknown': { ...plain, isMethodValid: false },
  'key unknown, signed in': { ...plain, isMethodValid: false, checkIn: signedIn },
  'plain, empty': plain,
  'plain, details': { ...plain, isDetailsComplete: true },
  'asking, empty': asking,
  'asking, details': { ...asking, isDetailsComplete: true },
  'asking, answers without details': { ...asking, isQuestionsComplete: true },
  'asking, all': { ...asking, isDetailsComplete: true, isQuestionsComplete: true },
  'questions only, details': { ...asking, asksCode: false, isDetailsComplete: true },
  'code only, empty': { ...plain, asksCode: true },
  'code only, details': { ...plain, asksCode: true, isDetailsComplete: true },
  'signed in': { ...asking, isDetailsComplete: true, isQuestionsComplete: true, checkIn: signedIn },
  'signed in, from the store': { ...plain, checkIn: signedIn },
  'signed in, no check-out': { ...plain, checkIn: { canCheckOut: false, isCheckedOut: false } },
  'checked out': { ...plain, checkIn: { canCheckOut: true, isCheckedOut: true } },
  'checked out, no token kept': { ...plain, checkIn: { canCheckOut: false, isCheckedOut: true } },
} satisfies Record<string, FlowState>

// Columns as in `steps`: details, questions, code, complete, checkout, checkedout, invalid.
const D = 'details'
const Q = 'questions'
const C = 'code'
const table: Record<keyof typeof states, readonly Step[]> = {
  'key unknown': Array<Step>(7).fill('invalid'),
  'key unknown, signed in': Array<Step>(7).fill('invalid'),
  'plain, empty': [D, D, D, D, D, D, D],
  'plain, details': [D, D, D, D, D, D, D],
  'asking, empty': [D, D, D, D, D, D, D],
  'asking, details': [D, Q, Q, D, D, D, D],
  'asking, answers without details': [D, D, D, D, D, D, D],
  'asking, all': [D, Q, C, D, D, D, D],
  'questions only, details': [D, Q, Q, D, D, D, D],
  'code only, empty': [D, D, D, D, D, D, D],
  'code only, details': [D, D, C, D, D, D, D],
  'signed in': ['complete', 'complete', 'complete', 'complete', 'checkout', 'complete', 'complete'],
  'signed in, from the store': [
    'complete',
    'complete',
    'complete',
    'complete',
    'checkout',
    'complete',
    'complete',
  ],
  'signed in, no check-out': Array<Step>(7).fill('complete'),
  'checked out': Array<Step>(7).fill('checkedout'),
  'checked out, no token kept': Array<Step>(7).fill('checkedout'),
}

const cases = Object.entries(states).flatMap(([name, state]) =>
  steps.slice(0, 7).map((wanted, column) => {
    const shown = table[name as keyof typeof states][column]
    return { name, state, wanted, shown }
  }),
)

describe('the step that is shown', () => {
  test.each(cases)('$name: $wanted → $shown', ({ state, wanted, shown }) => {
    expect(shownStep(state, wanted)).toBe(shown)
  })

  it('is stable in every state: requesting the shown step shows it', () => {
    for (const state of everyState()) {
      for (const wanted of steps) {
        const shown = shownStep(state, wanted)
        expect(shownStep(state, shown), JSON.stringify({ state, wanted })).toBe(shown)
      }
    }
  })

  it('is never a form once there is a check-in, and never a check-out without one', () => {
    for (const state of everyState()) {
      if (!state.isMethodValid) continue
      const shown = new Set(steps.map((wanted) => shownStep(state, wanted)))
      const forbidden: Step[] = state.checkIn
        ? ['details', 'questions', 'code', 'refused', 'invalid']
        : ['complete', 'checkout', 'checkedout', 'invalid']
      expect(forbidden.filter((step) => shown.has(step))).toEqual([])
    }
  })
})

it('whoever an answer has refused sees nothing else, until the answer is taken back', () => {
  const refused = { ...asking, isDetailsComplete: true, isQuestionsComplete: true, isRefused: true }
  for (const wanted of steps) expect(shownStep(refused, wanted)).toBe('refused')
  expect(shownStep({ ...refused, isRefused: false }, 'refused')).toBe('questions')
})

describe('the menu', () => {
  const menu = (state: FlowState, current: Step) =>
    menuItemsOf(state, current).map((item) => `${item.step} ${item.state}`)

  test.each([
    ['plain, empty', 'details', ['details current']],
    ['asking, empty', 'details', ['details current', 'questions locked', 'code locked']],
    ['asking, details', 'details', ['details current', 'questions reachable', 'code locked']],
    ['asking, details', 'questions', ['details done', 'questions current', 'code locked']],
    ['asking, all', 'questions', ['details done', 'questions current', 'code reachable']],
    ['asking, all', 'code', ['details done', 'questions done', 'code current']],
    ['code only, empty', 'details', ['details current', 'code locked']],
    ['code only, details', 'details', ['details current', 'code reachable']],
  ] as const)('of %s at %s', (name, current, expected) => {
    expect(menu(states[name], current)).toEqual(expected)
  })

  it('offers exactly the steps that would be shown', () => {
    for (const state of everyState()) {
      if (!state.isMethodValid || state.checkIn || state.isRefused) continue
      for (const { step, state: item } of menuItemsOf(state, 'invalid')) {
        expect(shownStep(state, step) === step, JSON.stringify({ state, step })).toBe(item !== 'locked')
      }
    }
  })
})

describe('what follows a step', () => {
  test.each([
    [plain, 'details', 'submit'],
    [asking, 'details', 'questions'],
    [asking, 'questions', 'code'],
    [asking, 'code', 'submit'],
    [{ ...asking, asksCode: false }, 'questions', 'submit'],
    [{ ...asking, asksQuestions: false }, 'details', 'code'],
  ] as const)('%j after %s: %s', (state, step, next) => {
    expect(nextAfter(state, step)).toBe(next)
  })

  it('is the next of the numbered steps', () => {
    expect(formStepsOf(asking)).toEqual(['details', 'questions', 'code'])
    expect(formStepsOf(plain)).toEqual(['details'])
  })
})

function everyState(): FlowState[] {
  const either = [true, false]
  const checkIns = [
    undefined,
    ...either.flatMap((canCheckOut) => either.map((isCheckedOut) => ({ canCheckOut, isCheckedOut }))),
  ]
  return either.flatMap((isMethodValid) =>
    either.flatMap((isDetailsComplete) =>
      either.flatMap((asksQuestions) =>
        either.flatMap((isQuestionsComplete) =>
          either.flatMap((asksCode) =>
            either.flatMap((isRefused) =>
              checkIns.map((checkIn) => ({
                isMethodValid,
                isDetailsComplete,
                asksQuestions,
                isQuestionsComplete,
                asksCode,
                isRefused,
                checkIn,
              })),
            ),
          ),
        ),
      ),
    ),
  )
}

describe('the screens of a kiosk', () => {
  const kioskSteps: Step[] = ['welcome', 'signout', 'stored']
  const complete = { ...asking, isDetailsComplete: true, isQuestionsComplete: true }

  it.each(kioskSteps)('%s is shown in place of every other one', (kioskStep) => {
    const state: FlowState = { ...complete, kioskStep: kioskStep as KioskStep }
    for (const wanted of steps) expect(shownStep(state, wanted)).toBe(kioskStep)
  })
  it.each(kioskSteps)('%s is not there while somebody signs in, nor on a phone', (wanted) => {
    expect(shownStep(complete, wanted)).toBe('details')
  })
  it('a visit that was found goes on to its check-out, and without a token to its pass', () => {
    const found: FlowState = { ...plain, kioskStep: 'signout', checkIn: signedIn }
    expect(shownStep(found, 'signout')).toBe('checkout')
    expect(shownStep({ ...found, checkIn: { ...signedIn, canCheckOut: false } }, 'signout')).toBe('complete')
  })
  it('an unknown key comes before all of them', () => {
    expect(shownStep({ ...plain, isMethodValid: false, kioskStep: 'welcome' }, 'welcome')).toBe('invalid')
  })
})
