import { redirect } from '@tanstack/react-router'
import { flowStateOf, useCheckIn } from './check-in-store.ts'
import { shownStep, type Step } from './flow.ts'
import { stepRoutes } from './use-go-to.ts'

/** Lets a route be entered only where the flow shows its step; elsewhere leads to the one that it shows. */
export function guardStep(wanted: Step): void {
  const state = useCheckIn.getState()
  const shown = shownStep(flowStateOf(state), wanted)
  if (shown === wanted) return
  throw redirect({ to: stepRoutes[shown], params: { methodKey: state.methodKey }, replace: true })
}
