import { createFileRoute } from '@tanstack/react-router'
import { StoredStep } from '../../features/check-in/kiosk/stored-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/stored')({
  beforeLoad: () => guardStep('stored'),
  component: StoredStep,
})
