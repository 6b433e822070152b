import { createFileRoute } from '@tanstack/react-router'
import { CodeStep } from '../../features/check-in/code-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/code')({
  beforeLoad: () => guardStep('code'),
  component: CodeStep,
})
