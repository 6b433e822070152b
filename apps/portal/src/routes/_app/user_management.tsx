import { listUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { UsersPage } from '../../features/users/user-list.tsx'
import { managesPeople } from '../../lib/manages-people.ts'
import { anySearch } from '../../lib/list/any-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

const NewUserModal = lazy(async () => ({
  default: (await import('../../features/users/user-modal.tsx')).NewUserModal,
}))
const EditUserModal = lazy(async () => ({
  default: (await import('../../features/users/user-modal.tsx')).EditUserModal,
}))

const ImportModal = lazy(async () => ({
  default: (await import('../../features/users/import-modal.tsx')).ImportModal,
}))

const ExportUsersModal = lazy(async () => ({
  default: (await import('../../features/users/export-users-modal.tsx')).ExportUsersModal,
}))

/** The windows that are not of one user. */
const windows: ReadonlySet<string | number> = new Set(['new', 'import', 'export'])

export const Route = createFileRoute('/_app/user_management')({
  staticData: { texts: ['common', 'users'] },

  validateSearch: anySearch,
  beforeLoad: ({ context }) => {
    if (!managesPeople(context.session.profile)) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listUsersEndpoint, deps),
  component: UserManagement,
})

function UserManagement() {
  const { edit, site, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const close = () =>
    void navigate({
      search: { ...search, site, edit: undefined },
      state: true,
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <UsersPage />
      <Suspense>
        {edit === 'new' && (
          <NewUserModal siteId={site === undefined ? undefined : String(site)} onClose={close} />
        )}
        {edit === 'import' && <ImportModal onClose={close} />}
        {edit === 'export' && <ExportUsersModal onClose={close} />}
        {edit !== undefined && !windows.has(edit) && (
          <EditUserModal key={edit} id={String(edit)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
