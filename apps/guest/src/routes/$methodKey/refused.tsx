import { createFileRoute } from '@tanstack/react-router'
import { RefusedStep } from '../../features/check-in/refused-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/refused')({
  beforeLoad: () => guardStep('refused'),
  component: RefusedStep,
})
