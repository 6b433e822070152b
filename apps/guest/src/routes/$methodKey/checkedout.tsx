import { createFileRoute } from '@tanstack/react-router'
import { CheckedOutStep } from '../../features/check-in/check-out/checked-out-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/checkedout')({
  beforeLoad: () => guardStep('checkedout'),
  component: CheckedOutStep,
})
