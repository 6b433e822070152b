import { type Ban, banStates, listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useProfile } from '../../lib/use-session.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { managesPeople } from '../../lib/manages-people.ts'
import { nameOf, Place, State, Until, banStateLabels } from './ban-cells.tsx'
import { lazyButton, lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'

/** Menus and windows load after the rows: their code is larger than the page. */
const BanMenu = lazyButton(() => import('./ban-menu.tsx'), 'BanMenu')
const BanDrawer = lazyPart(() => import('./ban-drawer.tsx'), 'BanDrawer')
const NewBanModal = lazyWindow(() => import('./ban-modal.tsx'), 'NewBanModal')
const EditBanModal = lazyWindow(() => import('./ban-modal.tsx'), 'EditBanModal')
const LiftModal = lazyWindow(() => import('./ban-questions.tsx'), 'LiftModal')
const ExceptionModal = lazyWindow(() => import('./ban-questions.tsx'), 'ExceptionModal')

/** The open window. */
export interface Opened {
  window: 'edit' | 'lift' | 'exception'
  ban: Ban
}

/** The list of banned people. */
export function BansPage() {
  const person = useProfile()
  const isManager = managesPeople(person)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        list={banList}
        rowActions={isManager ? (ban) => <BanMenu ban={ban} onOpen={setOpened} /> : undefined}
        addLabel={isManager && <Trans>New ban</Trans>}
        windows={{ new: isManager && ((shut) => <NewBanModal onClose={shut} />) }}
      />
      {opened?.window === 'edit' && <EditBanModal ban={opened.ban} onClose={close} />}
      {opened?.window === 'lift' && <LiftModal ban={opened.ban} onClose={close} />}
      {opened?.window === 'exception' && <ExceptionModal ban={opened.ban} onClose={close} />}
    </>
  )
}

const banList: ListDeclaration<typeof listBansEndpoint> = {
  endpoint: listBansEndpoint,
  title: msg`Bans`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      cell: (ban) => nameOf(ban) || <Trans>Name deleted</Trans>,
      value: nameOf,
      onPhone: 'title',
    },
    {
      id: 'site',
      header: msg`Site`,
      cell: (ban) => <Place ban={ban} />,
      priority: 2,
    },
    {
      id: 'reason',
      header: msg`Reason`,
      value: ({ reason }) => reason,
      priority: 3,
    },
    timeColumn({
      id: 'from',
      header: msg`From`,
      at: ({ from }) => from,
      zone: (ban) => ban.time_zone,
      priority: 5,
      onPhone: 'labelled',
    }),
    {
      id: 'until',
      header: msg`Until`,
      sortKind: 'time',
      cell: (ban) => <Until ban={ban} />,
      priority: 4,
      onPhone: 'labelled',
    },
    {
      id: 'state',
      header: msg`State`,
      cell: (ban) => <State ban={ban} />,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'state',
      label: msg`State`,
      options: banStates.map((value) => ({ value, label: banStateLabels[value] })),
    },
  ],
  search: { label: msg`Search bans`, placeholder: msg`Search by name or mobile` },
  empty: {
    title: msg`No one is banned`,
    text: msg`A banned person is refused at sign-in, and staff of the site are notified. Only this page shows the reason.`,
  },
  noMatch: { title: msg`No ban matches`, text: msg`Try another name, or fewer filters.` },
  drawer: (ban) => <BanDrawer ban={ban} />,
  hasHistory: true,
}
