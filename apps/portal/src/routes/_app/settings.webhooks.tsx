import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/settings/webhooks')({
  validateSearch: anySearch,
  beforeLoad: admitAdmins,
  component: WebhooksPage,
})
