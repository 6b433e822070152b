import { createFileRoute } from '@tanstack/react-router'
import { WelcomeStep } from '../../features/check-in/kiosk/welcome-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/welcome')({
  beforeLoad: () => guardStep('welcome'),
  component: WelcomeStep,
})
