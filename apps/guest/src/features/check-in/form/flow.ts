/** The screens of a visit, by the last segment of their path. */
export const steps = [
  'details',
  'questions',
  'code',
  'complete',
  'checkout',
  'checkedout',
  'invalid',
  'welcome',
  'signout',
  'stored',
  'refused',
] as const
export type Step = (typeof steps)[number]

/**
 * Kiosk-only screens: the start, finding one's visit to sign out, and the note that a sign-in is
 * stored.
 */
export type KioskStep = Extract<Step, 'welcome' | 'signout' | 'stored'>

export const formSteps = ['details', 'questions', 'code'] as const
/** The steps with fields. */
export type FormStep = (typeof formSteps)[number]

/** Everything that decides which step may be shown. */
export interface FlowState {
  /** The method's key belongs to a sign-in page. */
  isMethodValid: boolean
  isDetailsComplete: boolean
  /** There is a question to answer or a role to choose. */
  asksQuestions: boolean
  /** Every question that applies has an answer, and no answer is failing. */
  isQuestionsComplete: boolean
  asksCode: boolean
  /** An answer has refused the visitor, who has not changed it. */
  isRefused: boolean
  /** The kiosk screen shown instead of the form. Undefined on a phone. */
  kioskStep?: KioskStep | undefined
  checkIn: { canCheckOut: boolean; isCheckedOut: boolean } | undefined
}

/** The form steps of this method, in order. */
export function formStepsOf({ asksQuestions, asksCode }: FlowState): FormStep[] {
  const asked = { details: true, questions: asksQuestions, code: asksCode }
  return formSteps.filter((step) => asked[step])
}

/** The step to show when `wanted` is requested (specification, section 4, flow guards). */
export function shownStep(state: FlowState, wanted: Step): Step {
  if (!state.isMethodValid) return 'invalid'
  if (state.checkIn) return stepOfVisit(state.checkIn, wanted)
  return state.kioskStep ?? (state.isRefused ? 'refused' : stepOfForm(state, wanted))
}

/** What comes after `step`: the next step or the submission. */
export function nextAfter(state: FlowState, step: FormStep): FormStep | 'submit' {
  const asked = formStepsOf(state)
  return asked[asked.indexOf(step) + 1] ?? 'submit'
}

export interface MenuItem {
  step: FormStep
  state: 'done' | 'current' | 'reachable' | 'locked'
}

/** The items of the numbered menu. A step is reachable when all steps before it are complete. */
export function menuItemsOf(state: FlowState, current: Step): MenuItem[] {
  return formStepsOf(state).map((step) => {
    if (step === current) return { step, state: 'current' }
    if (!isReachable(state, step)) return { step, state: 'locked' }
    return { step, state: isComplete(state, step) ? 'done' : 'reachable' }
  })
}

function stepOfVisit(checkIn: NonNullable<FlowState['checkIn']>, wanted: Step): Step {
  if (checkIn.isCheckedOut) return 'checkedout'
  // A visit found at a kiosk continues with its check-out.
  return (wanted === 'checkout' || wanted === 'signout') && checkIn.canCheckOut ? 'checkout' : 'complete'
}

/** The wanted step if it is a reachable part of the form, else the last reachable one before it. */
function stepOfForm(state: FlowState, wanted: Step): Step {
  // A visitor who goes back from the refusal answers the questions again.
  const asked = wanted === 'refused' ? 'questions' : wanted
  const place = formSteps.findIndex((step) => step === asked)
  const reachable = formStepsOf(state).filter(
    (step) => formSteps.indexOf(step) <= place && isReachable(state, step),
  )
  return reachable.pop() ?? 'details'
}

function isReachable(state: FlowState, step: FormStep): boolean {
  const asked = formStepsOf(state)
  return asked.slice(0, asked.indexOf(step)).every((earlier) => isComplete(state, earlier))
}

function isComplete(state: FlowState, step: FormStep): boolean {
  if (step === 'details') return state.isDetailsComplete
  return step === 'questions' && state.isQuestionsComplete
}
