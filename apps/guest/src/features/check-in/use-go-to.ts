import { useNavigate } from '@tanstack/react-router'
import { useCheckIn } from './check-in-store.ts'
import { steps, type Step } from './flow.ts'

/** The route of each step, below the method's key. */
export const stepRoutes = {
  details: '/$methodKey',
  questions: '/$methodKey/questions',
  code: '/$methodKey/code',
  complete: '/$methodKey/complete',
  checkout: '/$methodKey/checkout',
  checkedout: '/$methodKey/checkedout',
  invalid: '/$methodKey/invalid',
} as const satisfies Record<Step, string>

/** The step that an address means; anything unknown means the first one. */
export function stepOfPath(path: string): Step {
  const name = path.split('/')[2]
  return steps.find((step) => step === name) ?? 'details'
}

/** Goes to a step; `replace` leaves no way back to the one before. */
export function useGoTo(): (step: Step, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  const methodKey = useCheckIn((state) => state.methodKey)
  return (step, { replace = false } = {}) => {
    void navigate({ to: stepRoutes[step], params: { methodKey }, replace })
  }
}
