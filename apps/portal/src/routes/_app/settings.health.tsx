import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '../../features/system-health/health-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/health')({
  beforeLoad: admitAdmins,
  component: HealthPage,
})
