import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import {
  type Client,
  clientList,
  enableAllClientsEndpoint,
  enableClientsEndpoint,
  listClientCountriesEndpoint,
  listClientsEndpoint,
} from '@gatehouse/validation/endpoints/client'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import type { BulkRequest, ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, textColumn } from '../../lib/list/list-page.tsx'

const EditClientModal = lazy(async () => ({
  default: (await import('./edit-client-modal.tsx')).EditClientModal,
}))
const InvitationModal = lazy(async () => ({
  default: (await import('./invitation-modal.tsx')).InvitationModal,
}))
const ClientDrawer = lazy(async () => ({ default: (await import('./client-drawer.tsx')).ClientDrawer }))
const NewClientModal = lazy(async () => ({
  default: (await import('./new-client-modal.tsx')).NewClientModal,
}))

type ClientAction = 'edit' | 'invite'

/** The clients of the installation, for site admins. */
export function ClientsPage() {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<{ action: ClientAction; client: Client } | 'new'>()
  const close = () => setOpen(undefined)
  const renew = () => queryClient.invalidateQueries({ queryKey: [clientList.path] })
  const list = useMemo(
    () => ({
      ...clientsList,
      rowActions: (client: Client) => (
        <ClientMenu client={client} onAction={(action) => setOpen({ action, client })} />
      ),
    }),
    [],
  )
  const draw = () => {
    if (open === undefined) return null
    if (open === 'new') {
      return (
        <NewClientModal
          onCreated={async (client) => {
            setOpen({ action: 'invite', client })
            await renew()
          }}
          onClose={() => setOpen((now) => (now === 'new' ? undefined : now))}
        />
      )
    }
    const { action, client } = open
    return action === 'edit' ? (
      <EditClientModal client={client} onSaved={renew} onClose={close} />
    ) : (
      <InvitationModal client={client} onClose={close} />
    )
  }
  return (
    <>
      <ListPage
        list={list}
        action={
          <Button kind="primary" onClick={() => setOpen('new')}>
            <Trans>New Client</Trans>
          </Button>
        }
      />
      <Suspense>{draw()}</Suspense>
    </>
  )
}

const clientsList: ListDeclaration<typeof clientList> = {
  endpoint: clientList,
  load: async (query, signal) => {
    const rows = await api.call(listClientsEndpoint, { query }, { signal })
    return { items: rows.map(({ total: _, ...client }) => client), total: rows[0]?.total ?? 0 }
  },
  title: msg`Client Management`,
  columns: [
    textColumn({
      id: 'name',
      header: msg`Name`,
      sort: 'name',
      text: ({ name }) => name,
      width: 14,
      onPhone: 'title',
    }),
    textColumn({
      id: 'company_no',
      header: msg`Company number`,
      sort: 'company_no',
      text: ({ company_no }) => company_no,
      width: 9,
      priority: 3,
      onPhone: 'labelled',
    }),
    textColumn({
      id: 'country',
      header: msg`Country`,
      sort: 'country',
      text: ({ country }) => country,
      width: 8,
      priority: 4,
      onPhone: 'line',
    }),
    {
      id: 'last_modified',
      header: msg`Last modified`,
      sort: 'last_modified',
      sortKind: 'time',
      cell: (client) => <LastModified client={client} />,
      width: 10,
      priority: 5,
      onPhone: 'labelled',
    },
    {
      id: 'enabled',
      header: msg`Enabled`,
      sort: 'enabled',
      cell: ({ enabled }) =>
        enabled ? (
          <Badge kind="good">
            <Trans>Yes</Trans>
          </Badge>
        ) : (
          <Badge kind="danger">
            <Trans>No</Trans>
          </Badge>
        ),
      width: 5,
      priority: 2,
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'country',
      label: msg`Country`,
      loaded: {
        queryKey: [listClientCountriesEndpoint.path],
        queryFn: async ({ signal }) => {
          const countries = await api.call(listClientCountriesEndpoint, {}, { signal })
          return countries.map(({ country }) => ({ value: country, label: country }))
        },
      },
    },
    {
      name: 'enabled',
      label: msg`Enabled`,
      options: [
        { value: 'true', label: msg`Yes` },
        { value: 'false', label: msg`No` },
      ],
    },
  ],
  search: { label: msg`Search clients`, placeholder: msg`Search by name or company number` },
  empty: { title: msg`There are no clients`, text: msg`Add the first one with New Client.` },
  noMatch: { title: msg`No client matches`, text: msg`Try another name, or fewer filters.` },
  drawer: (client) => <ClientDrawer client={client} />,
  bulk: {
    actions: [
      { id: 'enable', label: msg`Enable Clients` },
      { id: 'disable', label: msg`Disable Clients`, isDanger: true },
    ],
    run: setEnabled,
    // The server tells how many of all matching have changed, not which.
    canUndo: (request) => 'ids' in request,
    undo: (request) =>
      setEnabled({
        action: request.action === 'enable' ? 'disable' : 'enable',
        ids: changedBy.get(request) ?? [],
      }),
  },
}

/** The clients that a request has changed: the others were as it wanted them before. */
const changedBy = new WeakMap<BulkRequest, readonly string[]>()

async function setEnabled(request: BulkRequest): Promise<BulkResult> {
  const enabled = request.action === 'enable'
  if ('matching' in request) {
    // The address of the list holds nothing but its filters, and the server checks them again.
    const query = request.matching as EndpointRequest<typeof enableAllClientsEndpoint>['query']
    const all = await api.call(enableAllClientsEndpoint, { query, body: { enabled } })
    return { done: all.updated, blocked: all.blocked }
  }
  const body = request.ids.map((id) => ({ id, enabled }))
  const { updated, blocked, changed } = await api.call(enableClientsEndpoint, { body })
  changedBy.set(request, changed)
  return { done: updated, blocked }
}

function ClientMenu({ client, onAction }: { client: Client; onAction: (action: ClientAction) => void }) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${client.name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem onAction={() => onAction('edit')}>{t`Edit Details`}</MenuItem>
      <MenuItem onAction={() => onAction('invite')}>{t`Invite an admin`}</MenuItem>
    </Menu>
  )
}

function LastModified({ client: { last_modified: time } }: { client: Client }) {
  const language = useLanguage()
  const zone = ownTimeZone()
  return (
    <ExactTime
      time={time}
      label={formatDateTime(new Date(time), language, zone)}
      exact={formatExactTime(time, language, zone)}
    />
  )
}
