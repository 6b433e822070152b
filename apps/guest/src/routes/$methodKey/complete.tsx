import { createFileRoute } from '@tanstack/react-router'
import { CompleteStep } from '../../features/check-in/complete-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/complete')({
  beforeLoad: () => guardStep('complete'),
  component: CompleteStep,
})
