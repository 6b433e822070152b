import { listRecipientsEndpoint } from '@gatehouse/validation/endpoints/notification-recipients'
import type * as declared from '@gatehouse/validation/endpoints/notification-recipients'
import { createFileRoute } from '@tanstack/react-router'
import { RecipientsPage } from '../../features/recipients/recipients-page.tsx'
import { SettingsLayout } from '../../features/shell/settings-layout.tsx'
import { admitManagers } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/notification_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listRecipientsEndpoint>>(),
  beforeLoad: admitManagers,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listRecipientsEndpoint, deps),
  component: Recipients,
})

/** A page of Settings at its own URL. */
function Recipients() {
  const { profile, config } = Route.useRouteContext().session
  return (
    <SettingsLayout profile={profile} look={config.look}>
      <RecipientsPage />
    </SettingsLayout>
  )
}
