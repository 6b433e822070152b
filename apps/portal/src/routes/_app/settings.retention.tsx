import { createFileRoute } from '@tanstack/react-router'
import { RetentionPage } from '../../features/sites/retention-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/retention')({
  beforeLoad: admitAdmins,
  component: RetentionPage,
})
