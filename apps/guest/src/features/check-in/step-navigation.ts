import { redirect, useNavigate } from '@tanstack/react-router'
import { flowStateOf, useCheckIn } from './check-in-store.ts'
import { shownStep, steps, type Step } from './form/flow.ts'

/** The route of each step, below the method's key. */
export const stepRoutes = {
  details: '/$methodKey',
  questions: '/$methodKey/questions',
  code: '/$methodKey/code',
  refused: '/$methodKey/refused',
  complete: '/$methodKey/complete',
  checkout: '/$methodKey/checkout',
  checkedout: '/$methodKey/checkedout',
  invalid: '/$methodKey/invalid',
  welcome: '/$methodKey/welcome',
  signout: '/$methodKey/signout',
  stored: '/$methodKey/stored',
} as const satisfies Record<Step, string>

/** The step of a path. An unknown path means the first step. */
export function stepFromPath(path: string): Step {
  const name = path.split('/')[2]
  return steps.find((step) => step === name) ?? 'details'
}

/** The canonical path of a page: no trailing slashes, the method key in upper case. */
export function canonicalPath(path: string): string {
  const [, key = '', ...rest] = path.replace(/\/+$/, '').split('/')
  return ['', key.toUpperCase(), ...rest].join('/') || '/'
}

/** Navigates to a step. `replace` removes the current step from the history. */
export function useGoToStep(): (step: Step, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  const methodKey = useCheckIn((state) => state.methodKey)
  return (step, { replace = false } = {}) => {
    void navigate({ to: stepRoutes[step], params: { methodKey }, replace })
  }
}

/** The guard of a step's route. @throws a redirect if the flow shows another step */
export function guardStep(wanted: Step): void {
  const state = useCheckIn.getState()
  const shown = shownStep(flowStateOf(state), wanted)
  if (shown === wanted) return
  throw redirect({ to: stepRoutes[shown], params: { methodKey: state.methodKey }, replace: true })
}
