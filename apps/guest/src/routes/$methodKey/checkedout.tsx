import { createFileRoute } from '@tanstack/react-router'
import { CheckedOutStep } from '../../features/check-in/check-out/checked-out-step.tsx'
import { guardStep } from '../../features/check-in/guard-step.ts'

export const Route = createFileRoute('/$methodKey/checkedout')({
  beforeLoad: () => guardStep('checkedout'),
  component: CheckedOutStep,
})
