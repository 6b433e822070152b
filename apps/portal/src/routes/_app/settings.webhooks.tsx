import type { listWebhooksEndpoint } from '@gatehouse/validation/endpoints/webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'

export const Route = createFileRoute('/_app/settings/webhooks')({
  validateSearch: addressOf<PageSearch<typeof listWebhooksEndpoint>>(),
  beforeLoad: admitAdmins,
  component: WebhooksPage,
})
