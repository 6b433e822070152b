import { createFileRoute } from '@tanstack/react-router'
import { QuestionsStep } from '../../features/check-in/questions-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/questions')({
  beforeLoad: () => guardStep('questions'),
  component: QuestionsStep,
})
