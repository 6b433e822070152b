import { createFileRoute } from '@tanstack/react-router'
import { SignOutStep } from '../../features/check-in/kiosk/sign-out-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/signout')({
  beforeLoad: () => guardStep('signout'),
  component: SignOutStep,
})
