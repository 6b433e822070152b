import { createFileRoute } from '@tanstack/react-router'
import { DetailsStep } from '../../features/check-in/details-step.tsx'
import { guardStep } from '../../features/check-in/step-navigation.ts'

export const Route = createFileRoute('/$methodKey/')({
  beforeLoad: () => guardStep('details'),
  component: DetailsStep,
})
