import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { useOpenWindow } from '../../lib/open-window.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
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
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { blockedError } from '../../lib/errors.ts'
import type { BulkRequest, ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { useListQuery } from '../../lib/list/list-query.ts'
import { readListSearch } from '../../lib/list/list-search.ts'
import { useRowChange } from '../../lib/list/use-row-change.ts'
import { toast, UNDO_MS } from '../../lib/toaster.ts'
import { lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

const EditClientModal = lazyWindow(() => import('./client-modal.tsx'), 'EditClientModal')
const InvitationModal = lazyWindow(() => import('./invitation-modal.tsx'), 'InvitationModal')
const ClientDrawer = lazyPart(() => import('./client-drawer.tsx'), 'ClientDrawer')
const NewClientModal = lazyWindow(() => import('./client-modal.tsx'), 'NewClientModal')

/** The clients of the installation, for site admins. */
export function ClientsPage() {
  const queryClient = useQueryClient()
  const openWindow = useOpenWindow()
  const [invited, setInvited] = useState<Client>()
  const renew = () => queryClient.invalidateQueries({ queryKey: [clientList.path] })
  return (
    <>
      <ListPage
        list={clientsList}
        rowActions={(client) => (
          <ClientMenu
            client={client}
            onEdit={() => openWindow({ edit: client.id })}
            onInvite={() => setInvited(client)}
          />
        )}
        action={
          <Button kind="primary" onClick={() => openWindow({ edit: 'new' })}>
            <Trans>New Client</Trans>
          </Button>
        }
        windows={{
          new: (close) => (
            <NewClientModal
              onCreated={async (client) => {
                setInvited(client)
                await renew()
              }}
              onClose={close}
            />
          ),
          row: (close, id) => <EditListedClient id={id} onSaved={renew} onClose={close} />,
        }}
      />
      {invited && <InvitationModal client={invited} onClose={() => setInvited(undefined)} />}
    </>
  )
}

interface EditListedClientProps {
  id: string
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** The edit window of a client in the list. It stays open where the client leaves the page. */
function EditListedClient({ id, ...window }: EditListedClientProps) {
  const address = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(clientList, address), [address])
  const { data } = useListQuery(clientsList, search)
  const [first, setFirst] = useState<Client>()
  const listed = data?.data.items.find((client) => client.id === id)
  if (!first && listed) setFirst(listed)
  return (
    <EditClientModal
      client={first ?? listed}
      placeholder={data ? <Trans>Nothing found</Trans> : <Skeleton height={320} />}
      {...window}
    />
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
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'company_no',
      header: msg`Company number`,
      value: ({ company_no }) => company_no,
      priority: 3,
      onPhone: 'labelled',
    },
    {
      id: 'country',
      header: msg`Country`,
      value: ({ country }) => country,
      priority: 4,
    },
    timeColumn({
      id: 'last_modified',
      header: msg`Last modified`,
      at: ({ last_modified: at }) => at,
      priority: 5,
      onPhone: 'labelled',
    }),
    {
      id: 'enabled',
      header: msg`Enabled`,
      cell: ({ enabled }) =>
        enabled ? <StateBadge kind="good" text={msg`Yes`} /> : <StateBadge kind="danger" text={msg`No`} />,
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
    things: (count) => msg`${plural(count, { one: '# client', other: '# clients' })}`,
    actions: [
      {
        id: 'enable',
        label: msg`Enable Clients`,
        done: (count) =>
          msg`${plural(count, { one: '# client was enabled', other: '# clients were enabled' })}`,
        isOffered: ({ enabled }) => String(enabled) !== 'true',
        isFor: ({ enabled }) => !enabled,
      },
      {
        id: 'disable',
        label: msg`Disable Clients`,
        done: (count) =>
          msg`${plural(count, { one: '# client was disabled', other: '# clients were disabled' })}`,
        isDanger: true,
        effect: (count, rows) => {
          const people = rows.reduce((sum, row) => sum + row.people_logged_in, 0)
          const pages = rows.reduce((sum, row) => sum + row.sign_in_pages, 0)
          if (rows.length > 0)
            return msg`${plural(people, {
              one: '# person will be logged out',
              other: '# people will be logged out',
            })}, ${plural(pages, {
              one: 'and # sign-in page will close.',
              other: 'and # sign-in pages will close.',
            })}`
          return msg`${plural(count, {
            one: 'Everyone at # client will be logged out, and its sign-in pages will close.',
            other: 'Everyone at # clients will be logged out, and their sign-in pages will close.',
          })}`
        },
        isOffered: ({ enabled }) => String(enabled) !== 'false',
        isFor: ({ enabled }) => enabled,
      },
    ],
    run: setEnabled,
    inverse: { enable: 'disable', disable: 'enable' },
  },
}

/**
 * @param seen the version that the client must still have, for an undo
 * @returns its version after the change, if it was changed
 * @throws ApiError where it was not changed
 */
async function enableOne(id: string, enabled: boolean, seen?: string): Promise<string | undefined> {
  const { blocked, undo } = await api.call(enableClientsEndpoint, {
    body: [{ id, enabled, last_modified: seen }],
  })
  const [block] = blocked
  if (block) throw blockedError(block)
  return undo?.[id]?.last_modified
}

async function setEnabled(request: BulkRequest): Promise<BulkResult> {
  const enabled = request.action === 'enable'
  if ('matching' in request) {
    // The list's URL holds only its filters, and the server checks them again.
    const query = request.matching as EndpointRequest<typeof enableAllClientsEndpoint>['query']
    const all = await api.call(enableAllClientsEndpoint, { query, body: { enabled } })
    return { done: all.updated, blocked: all.blocked, changed: all.changed, undo: all.undo }
  }
  const body = request.ids.map((id) => ({ id, enabled, last_modified: request.versions?.[id] }))
  const { updated, blocked, changed, undo } = await api.call(enableClientsEndpoint, { body })
  const others = new Set([...changed, ...blocked.map(({ id }) => id)])
  return { done: updated, blocked, undo, unchanged: request.ids.filter((id) => !others.has(id)) }
}

interface ClientMenuProps {
  client: Client
  onEdit: () => void
  onInvite: () => void
}

function ClientMenu({ client: { id, name, enabled }, onEdit, onInvite }: ClientMenuProps) {
  const { t } = useLingui()
  const { mutate } = useRowChange<typeof clientList, string | undefined>(clientList)
  const enable = (isEnabled: boolean, seen?: string) => ({
    id,
    fields: { enabled: isEnabled },
    send: () => enableOne(id, isEnabled, seen),
  })
  const said = (isEnabled: boolean) => (isEnabled ? t`${name} is enabled.` : t`${name} is disabled.`)
  const takeBack = (left: string) =>
    mutate(enable(enabled, left), { onSuccess: () => void toast('success', said(enabled)) })
  const turn = () =>
    mutate(enable(!enabled), {
      onSuccess: (left) =>
        void toast('success', said(!enabled), {
          // Where nothing changed, there is nothing to undo.
          ...(left !== undefined && {
            action: { label: <Trans>Undo</Trans>, onPress: () => takeBack(left) },
          }),
          timeout: UNDO_MS,
        }),
    })
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem inFooter="main" onAction={onEdit}>{t`Edit Details`}</MenuItem>
      <MenuItem inFooter="other" onAction={onInvite}>{t`Invite an admin`}</MenuItem>
      <MenuItem onAction={turn}>{enabled ? t`Disable` : t`Enable`}</MenuItem>
    </Menu>
  )
}
