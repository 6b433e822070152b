import { createFileRoute } from '@tanstack/react-router'
import { CheckOutStep } from '../../features/check-in/check-out/check-out-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/checkout')({
  beforeLoad: () => guardStep('checkout'),
  component: CheckOutStep,
})
