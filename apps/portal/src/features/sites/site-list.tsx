import { linkClass } from '@gatehouse/ui/core/link'
import { listSitesEndpoint, type Site } from '@gatehouse/validation/endpoints/sites'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useNumber } from '../../lib/use-number.ts'
import { useIsAdmin } from '../../lib/use-session.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'
import { zoneLabel } from '../../lib/forms/place-options.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { changeSites, changeSite } from './queries.ts'
import { Day, SiteStatusBadge } from './site-cells.tsx'
import styles from './site-list.module.css'
import { Menu, MenuItem, MenuSeparator } from '@gatehouse/ui/aria/menu'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'

type SitesDeclaration = ListDeclaration<typeof listSitesEndpoint>

const NewSiteModal = lazyWindow(() => import('./site-modal.tsx'), 'NewSiteModal')
const EditSiteModal = lazyWindow(() => import('./site-modal.tsx'), 'EditSiteModal')

/** The sites that the person may see, with actions for users who may change sites. */
export function SitesPage() {
  const canManage = useIsAdmin()
  const openWindow = useOpenWindow()
  return (
    <ListPage
      list={canManage ? managedList : siteList}
      rowActions={(site) => (
        <SiteMenu site={site} canManage={canManage} onEdit={() => openWindow({ edit: site.id })} />
      )}
      cannotAdd={!canManage && <Trans>You can’t add sites</Trans>}
      addLabel={canManage && <Trans>New Site</Trans>}
      windows={{
        new: canManage && ((close) => <NewSiteModal onClose={close} />),
        row: canManage && ((close, id) => <EditSiteModal id={id} onClose={close} />),
      }}
    />
  )
}

const siteBulk: SitesDeclaration['bulk'] = {
  things: (count) => msg`${plural(count, { one: '# site', other: '# sites' })}`,
  actions: [
    {
      id: 'archive',
      label: msg`Archive`,
      done: (count) => msg`${plural(count, { one: '# site was archived', other: '# sites were archived' })}`,
      isDanger: true,
      effect: (count, rows) => {
        const pages = rows.reduce((sum, { methods_total: methods }) => sum + methods, 0)
        if (rows.length > 0)
          return msg`${plural(pages, {
            one: '# sign-in page will close.',
            other: '# sign-in pages will close.',
          })}`
        return msg`${plural(count, {
          one: 'The sign-in pages of # site will close.',
          other: 'The sign-in pages of # sites will close.',
        })}`
      },
      isFor: ({ status }) => status === 'active',
    },
    {
      id: 'restore',
      label: msg`Restore`,
      done: (count) => msg`${plural(count, { one: '# site was restored', other: '# sites were restored' })}`,
      isFor: ({ status }) => status === 'archived',
    },
  ],
  run: changeSites,
  inverse: { archive: 'restore', restore: 'archive' },
}

const siteList: SitesDeclaration = {
  endpoint: listSitesEndpoint,
  title: msg`Site Management`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      cell: (site) => <SiteName site={site} />,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'address',
      header: msg`Address`,
      value: ({ address }) => address,
      priority: 5,
    },
    {
      id: 'on_site',
      header: msg`On site now`,
      cell: (site) => <OnSite site={site} />,
      value: ({ on_site }) => on_site,
      align: 'end',
    },
    {
      id: 'average_users',
      header: msg`Daily users`,
      cell: (site) => <Average site={site} />,
      value: ({ average_users }) => average_users,
      align: 'end',
      priority: 2,
    },
    {
      id: 'methods',
      header: msg`Methods online`,
      cell: (site) => <Methods site={site} />,
      value: ({ methods_total }) => methods_total,
      align: 'end',
      priority: 3,
    },
    {
      id: 'time_zone',
      header: msg`Time zone`,
      cell: ({ time_zone }) => zoneLabel(time_zone),
      value: ({ time_zone }) => time_zone,
      priority: 6,
      onPhone: 'hidden',
    },
    {
      id: 'installed_on',
      header: msg`Installed`,
      sortKind: 'time',
      cell: ({ installed_on }) => <Day day={installed_on} />,
      value: ({ installed_on }) => installed_on,
      priority: 7,
      onPhone: 'hidden',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: ({ status }) => <SiteStatusBadge status={status} />,
      priority: 4,
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'status',
      label: msg`Status`,
      defaultValue: 'active',
      options: [
        { value: 'active', label: msg`Active` },
        { value: 'archived', label: msg`Archived` },
        { value: 'all', label: msg`All` },
      ],
    },
  ],
  search: { label: msg`Search sites`, placeholder: msg`Search by name or address` },
  empty: { title: msg`There are no sites`, text: msg`Add the first one with New Site.` },
  noMatch: { title: msg`No site matches`, text: msg`Try another name, or fewer filters.` },
  description: () => <Trans>Daily users: average number of people per day, last 30 days.</Trans>,
}

const managedList = { ...siteList, bulk: siteBulk }

function SiteName({ site: { id, name } }: { site: Site }) {
  const state = useChildPageState()
  return (
    <span className={styles.name}>
      <Link
        to="/site_management/$siteId/$tab"
        params={{ siteId: id, tab: 'details' }}
        state={state}
        className={linkClass()}
      >
        {name}
      </Link>
    </span>
  )
}

function OnSite({ site: { id, on_site } }: { site: Site }) {
  const number = useNumber()
  const state = useChildPageState()
  if (on_site === 0) return number(0)
  return (
    <Link to="/checked_in_users" search={{ site: id }} state={state} className={linkClass()}>
      {number(on_site)}
    </Link>
  )
}

function Average({ site: { average_users: average } }: { site: Site }) {
  const { t } = useLingui()
  const number = useNumber({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
  if (average === null) return <span title={t`No full day yet.`}>–</span>
  return <span title={t`Average number of people per day, last 30 days.`}>{number(average)}</span>
}

function Methods({ site: { methods_online: online, methods_total: total } }: { site: Site }) {
  const number = useNumber()
  const { t } = useLingui()
  return (
    <span
      title={t`Methods that accept sign-ins now, out of all`}
    >{`${number(online)} / ${number(total)}`}</span>
  )
}

const ArchiveQuestion = lazyWindow(() => import('./archive-question.tsx'), 'ArchiveQuestion')

interface SiteMenuProps {
  site: Site
  canManage: boolean
  onEdit: () => void
}

/** The actions for a site. Users who may only read get links to its parts. */
function SiteMenu({ site, canManage, onEdit }: SiteMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const state = useChildPageState()
  const [isAsking, setAsking] = useState(false)
  const { id, name, status } = site
  const isActive = status === 'active'
  const restore = useMutation({
    mutationFn: () => changeSite(id, 'restore'),
    onSuccess: () => toast('success', t`${name} is restored.`),
    onError: toastError,
  })
  const open = (href: string) => void navigate({ href, state })
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        {canManage && <MenuItem onAction={onEdit}>{t`Edit Details`}</MenuItem>}
        {isActive && (
          <>
            <MenuItem onAction={() => open(`/machine_posters?site=${id}`)}>{t`QR posters`}</MenuItem>
            <MenuItem href={`/board?site=${id}`}>{t`Open the board`}</MenuItem>
            {canManage && (
              <MenuItem onAction={() => open(`/user_management?site=${id}`)}>{t`Assign users`}</MenuItem>
            )}
          </>
        )}
        {canManage && (
          <>
            <MenuSeparator />
            {isActive ? (
              <MenuItem isDanger onAction={() => setAsking(true)}>{t`Archive`}</MenuItem>
            ) : (
              <MenuItem onAction={() => restore.mutate()}>{t`Restore`}</MenuItem>
            )}
          </>
        )}
      </Menu>
      {isAsking && <ArchiveQuestion site={site} onClose={() => setAsking(false)} />}
    </>
  )
}
