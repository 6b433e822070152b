/** The screens of a visit, by the last part of their address. */
export const steps = [
  'details',
  'questions',
  'code',
  'complete',
  'checkout',
  'checkedout',
  'invalid',
] as const
export type Step = (typeof steps)[number]

const formSteps = ['details', 'questions', 'code'] as const
/** The steps with something to fill in. */
export type FormStep = (typeof formSteps)[number]

/** All that decides which step may be shown. */
export interface FlowState {
  /** Whether the method's key leads to a sign-in page. */
  isMethodValid: boolean
  isDetailsComplete: boolean
  /** There are questions to answer or a role to choose. */
  asksQuestions: boolean
  /** Every question that applies is answered, none of them with a failing answer. */
  isQuestionsComplete: boolean
  asksCode: boolean
  checkIn: { canCheckOut: boolean; isCheckedOut: boolean } | undefined
}

/** The steps that a visitor fills in, in their order; those that this method does not ask are left out. */
export function formStepsOf({ asksQuestions, asksCode }: FlowState): FormStep[] {
  const asked = { details: true, questions: asksQuestions, code: asksCode }
  return formSteps.filter((step) => asked[step])
}

/** The step that is shown to somebody who asks for `wanted` (specification, section 4, flow guards). */
export function shownStep(state: FlowState, wanted: Step): Step {
  if (!state.isMethodValid) return 'invalid'
  return state.checkIn ? stepOfVisit(state.checkIn, wanted) : stepOfForm(state, wanted)
}

/** What follows once `step` is complete: the next step, or sending the sign-in. */
export function nextAfter(state: FlowState, step: FormStep): FormStep | 'submit' {
  const asked = formStepsOf(state)
  return asked[asked.indexOf(step) + 1] ?? 'submit'
}

export interface MenuItem {
  step: FormStep
  state: 'done' | 'current' | 'reachable' | 'locked'
}

/** The numbered menu as seen from `current`: a step can be gone to when all before it are complete. */
export function menuOf(state: FlowState, current: Step): MenuItem[] {
  return formStepsOf(state).map((step) => {
    if (step === current) return { step, state: 'current' }
    if (!isReachable(state, step)) return { step, state: 'locked' }
    return { step, state: isComplete(state, step) ? 'done' : 'reachable' }
  })
}

function stepOfVisit(checkIn: NonNullable<FlowState['checkIn']>, wanted: Step): Step {
  if (checkIn.isCheckedOut) return 'checkedout'
  return wanted === 'checkout' && checkIn.canCheckOut ? 'checkout' : 'complete'
}

/** The wanted step if it is asked and reachable, else the furthest one before it that is. */
function stepOfForm(state: FlowState, wanted: Step): Step {
  const place = formSteps.findIndex((step) => step === wanted)
  let shown: FormStep = 'details'
  for (const step of formSteps.slice(0, place + 1)) {
    if (isAsked(state, step) && isReachable(state, step)) shown = step
  }
  return shown
}

function isAsked(state: FlowState, step: FormStep): boolean {
  return formStepsOf(state).includes(step)
}

function isReachable(state: FlowState, step: FormStep): boolean {
  const asked = formStepsOf(state)
  return asked.slice(0, asked.indexOf(step)).every((earlier) => isComplete(state, earlier))
}

function isComplete(state: FlowState, step: FormStep): boolean {
  if (step === 'details') return state.isDetailsComplete
  return step === 'questions' && state.isQuestionsComplete
}
