import { createFileRoute } from '@tanstack/react-router'
import { PersonPage } from '../../features/privacy/person-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import * as v from 'valibot'
import { orNothing, SearchText } from '../../lib/search-fields.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const ExportPersonModal = lazyWindow(
  () => import('../../features/privacy/export-person-modal.tsx'),
  'ExportPersonModal',
)
const ErasePersonModal = lazyWindow(
  () => import('../../features/privacy/erase-person-modal.tsx'),
  'ErasePersonModal',
)

const PersonSearch = v.object(v.entriesFromList(['search', 'person', 'edit'], orNothing(SearchText)))

export const Route = createFileRoute('/_app/settings/person')({
  validateSearch: PersonSearch,
  beforeLoad: admitAdmins,
  component: Person,
})

function Person() {
  const { search, person, edit } = Route.useSearch()
  const navigate = Route.useNavigate()
  const go = (changed: Partial<v.InferOutput<typeof PersonSearch>>, replace = false) =>
    void navigate({ search: changed, state: true, replace, resetScroll: false })
  return (
    <>
      <PersonPage
        search={search}
        person={person}
        onSearch={(text) => go({ search: text })}
        onChoose={(chosen) => go({ search, person: chosen })}
        onOpen={(window) => go({ search, person, edit: window })}
      />
      {person !== undefined && edit === 'export' && (
        <ExportPersonModal person={person} onClose={() => go({ search, person }, true)} />
      )}
      {person !== undefined && edit === 'erase' && (
        <ErasePersonModal
          person={person}
          onClose={() => go({ search, person }, true)}
          onErased={() => go({}, true)}
        />
      )}
    </>
  )
}
