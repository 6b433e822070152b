import { createFileRoute } from '@tanstack/react-router'
import { InvalidStep } from '../../features/check-in/invalid-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/invalid')({
  beforeLoad: () => guardStep('invalid'),
  component: InvalidStep,
})
