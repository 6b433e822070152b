import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PersonPage } from '../../features/privacy/person-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const ExportPersonModal = lazyWindow(
  () => import('../../features/privacy/export-person-modal.tsx'),
  'ExportPersonModal',
)
const ErasePersonModal = lazyWindow(
  () => import('../../features/privacy/erase-person-modal.tsx'),
  'ErasePersonModal',
)

export const Route = createFileRoute('/_app/settings/person')({
  validateSearch: anySearch,
  beforeLoad: admitAdmins,
  component: Person,
})

function Person() {
  const { search, person, edit } = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = (changed: object, replace = false) =>
    void navigate({ search: { ...changed }, state: true, replace, resetScroll: false })
  const searched = search === undefined ? undefined : String(search)
  const key = person === undefined ? undefined : String(person)
  return (
    <>
      <PersonPage
        search={searched}
        person={key}
        onSearch={(text) => go({ search: text })}
        onChoose={(chosen) => go({ search, person: chosen })}
        onOpen={(window) => go({ search, person, edit: window })}
      />
      {key !== undefined && (
        <Suspense>
          {edit === 'export' && (
            <ExportPersonModal person={key} onClose={() => go({ search, person }, true)} />
          )}
          {edit === 'erase' && (
            <ErasePersonModal
              person={key}
              onClose={() => go({ search, person }, true)}
              onErased={() => go({}, true)}
            />
          )}
        </Suspense>
      )}
    </>
  )
}
