import { listUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import type * as declared from '@gatehouse/validation/endpoints/users'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { renewUsers } from '../../features/users/queries.ts'
import { UsersPage } from '../../features/users/user-list.tsx'
import { admitManagers } from '../../lib/admit-admins.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const NewBanModal = lazyWindow(() => import('../../features/bans/ban-modal.tsx'), 'NewBanModal')

const ResetFactorsModal = lazyWindow(
  () => import('../../features/two-step/reset-factors-modal.tsx'),
  'ResetFactorsModal',
)

export const Route = createFileRoute('/_app/user_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listUsersEndpoint>>(),
  beforeLoad: admitManagers,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listUsersEndpoint, deps),
  component: UserManagement,
})

function UserManagement() {
  const [subject, setSubject] = useState<BanSubject>()
  const [lockedOut, setLockedOut] = useState<{ id: string; name: string }>()
  return (
    <>
      <UsersPage onBan={setSubject} onResetTwoStep={setLockedOut} />
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
      {lockedOut && (
        <ResetFactorsModal
          {...lockedOut}
          onReset={() => void renewUsers()}
          onClose={() => setLockedOut(undefined)}
        />
      )}
    </>
  )
}
