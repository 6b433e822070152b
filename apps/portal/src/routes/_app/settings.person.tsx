import { createFileRoute } from '@tanstack/react-router'
import { useAddress } from '../../lib/address.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
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
  const [{ search, person, edit }, go] = useAddress(PersonSearch)
  const openWindow = useOpenWindow()
  const close = () => openWindow({ edit: undefined })
  return (
    <>
      <PersonPage
        search={search}
        person={person}
        onSearch={(text) => go({ search: text })}
        onChoose={(chosen) => go({ search, person: chosen })}
        onOpen={(window) => openWindow({ edit: window })}
      />
      {person !== undefined && edit === 'export' && <ExportPersonModal person={person} onClose={close} />}
      {person !== undefined && edit === 'erase' && (
        <ErasePersonModal person={person} onClose={close} onErased={() => go({}, true)} />
      )}
    </>
  )
}
