import { listWebhooksEndpoint } from '@gatehouse/validation/endpoints/webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { listSearch } from '../../lib/list/list-search.ts'

export const Route = createFileRoute('/_app/settings/webhooks')({
  validateSearch: listSearch(listWebhooksEndpoint, 'edit'),
  beforeLoad: admitAdmins,
  component: WebhooksPage,
})
