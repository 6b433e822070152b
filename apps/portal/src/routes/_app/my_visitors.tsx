import { createFileRoute } from '@tanstack/react-router'
import { OwnVisitorsPage } from '../../features/visitors/own-visitors-page.tsx'

export const Route = createFileRoute('/_app/my_visitors')({
  component: OwnVisitorsPage,
})
