import { listUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import type * as declared from '@gatehouse/validation/endpoints/users'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { UsersPage } from '../../features/users/user-list.tsx'
import { admitManagers } from '../../lib/admit-admins.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { useOfAllClients } from '../../lib/use-of-all-clients.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const NewUserModal = lazyWindow(() => import('../../features/users/user-modal.tsx'), 'NewUserModal')
const EditUserModal = lazyWindow(() => import('../../features/users/user-modal.tsx'), 'EditUserModal')

const ImportModal = lazyWindow(() => import('../../features/users/import-modal.tsx'), 'ImportModal')

const ExportUsersModal = lazyWindow(
  () => import('../../features/users/export-users-modal.tsx'),
  'ExportUsersModal',
)

const NewBanModal = lazyWindow(() => import('../../features/bans/ban-modal.tsx'), 'NewBanModal')

/** The windows that are not of one user. */
const windows: ReadonlySet<string> = new Set(['new', 'import', 'export'])

export const Route = createFileRoute('/_app/user_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listUsersEndpoint>>(),
  beforeLoad: admitManagers,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listUsersEndpoint, deps),
  component: UserManagement,
})

function UserManagement() {
  const { edit, site } = Route.useSearch()
  const openWindow = useOpenWindow()
  const [subject, setSubject] = useState<BanSubject>()
  const ofAllClients = useOfAllClients()
  const close = () => openWindow({ edit: undefined })
  return (
    <>
      <UsersPage onBan={setSubject} />
      {edit === 'new' && !ofAllClients && <NewUserModal siteId={site} onClose={close} />}
      {edit === 'import' && !ofAllClients && <ImportModal onClose={close} />}
      {edit === 'export' && <ExportUsersModal onClose={close} />}
      {edit !== undefined && !windows.has(edit) && <EditUserModal key={edit} id={edit} onClose={close} />}
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
    </>
  )
}
