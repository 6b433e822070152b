import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { StateBadge } from '../../lib/state-badge.tsx'
import {
  type ApiKey,
  type ApiKeyWithSecret,
  listApiKeysEndpoint,
} from '@gatehouse/validation/endpoints/api-keys'
import { type ApiKeyState, apiKeyStates } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { apiKeyScopeLabels } from '../../lib/labels/vocabulary-labels.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const NewKeyModal = lazyWindow(() => import('./key-windows.tsx'), 'NewKeyModal')
const ShownKeyModal = lazyWindow(() => import('./key-windows.tsx'), 'ShownKeyModal')
const RevokeQuestion = lazyWindow(() => import('./key-windows.tsx'), 'RevokeQuestion')

/** The open window. */
type Opened = { window: 'revoke'; apiKey: ApiKey } | { window: 'key'; apiKey: ApiKeyWithSecret }

/** The keys with which other programs read the client's data. */
export function ApiKeysPage() {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const renew = () => queryClient.invalidateQueries({ queryKey: [listApiKeysEndpoint.path] })
  return (
    <>
      <ListPage
        list={apiKeyList}
        rowActions={(apiKey) =>
          apiKey.state === 'active' && (
            <KeyMenu apiKey={apiKey} onRevoke={() => setOpened({ window: 'revoke', apiKey })} />
          )
        }
        addLabel={<Trans>New API key</Trans>}
        windows={{
          new: (shut) => (
            <NewKeyModal
              onCreated={(apiKey) => {
                setOpened({ window: 'key', apiKey })
                void renew()
              }}
              onClose={shut}
            />
          ),
        }}
      />
      {opened?.window === 'revoke' && (
        <RevokeQuestion apiKey={opened.apiKey} onRevoked={renew} onClose={close} />
      )}
      {opened?.window === 'key' && <ShownKeyModal apiKey={opened.apiKey} onClose={close} />}
    </>
  )
}

const stateLabels: Record<ApiKeyState, MessageDescriptor> = {
  active: msg`Active`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
}

const stateBadges = { active: 'good', expired: 'neutral', revoked: 'neutral' } as const

const apiKeyList: ListDeclaration<typeof listApiKeysEndpoint> = {
  endpoint: listApiKeysEndpoint,
  title: msg`API keys`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'prefix',
      header: msg`Prefix`,
      cell: ({ prefix }) => <code>{prefix}</code>,
      priority: 4,
    },
    {
      id: 'scopes',
      header: msg`Can read`,
      cell: ({ scopes }) => <Scopes scopes={scopes} />,
      priority: 3,
    },
    timeColumn({
      id: 'last_used',
      header: msg`Last used`,
      at: ({ last_used_at: at }) => at,
      none: <Trans>Never</Trans>,
      sort: 'last_used_at',
    }),
    timeColumn({
      id: 'end',
      header: msg`Ends`,
      at: ({ expires_at: at }) => at,
      none: <Trans>No end date</Trans>,
      priority: 5,
    }),
    timeColumn({
      id: 'created',
      header: msg`Created`,
      at: ({ created_at: at }) => at,
      sort: 'created_at',
      priority: 6,
    }),
    {
      id: 'created_by',
      header: msg`Created by`,
      value: ({ created_by: name }) => name ?? '–',
      priority: 7,
    },
    {
      id: 'state',
      header: msg`Status`,
      cell: ({ state }) => <StateBadge kind={stateBadges[state]} text={stateLabels[state]} />,
      priority: 2,
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'state',
      label: msg`Status`,
      options: apiKeyStates.map((value) => ({ value, label: stateLabels[value] })),
    },
  ],
  search: { label: msg`Search API keys`, placeholder: msg`Search by name` },
  empty: {
    title: msg`There are no API keys`,
    text: msg`A key lets another app read the data you choose. Create the first one with New API key.`,
  },
  noMatch: { title: msg`No API key matches`, text: msg`Try another name or status.` },
  drawer: 'columns',
  hasHistory: true,
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const { t, i18n } = useLingui()
  return new Intl.ListFormat(i18n.locale).format(scopes.map((scope) => t(apiKeyScopeLabels[scope])))
}

interface KeyMenuProps {
  apiKey: ApiKey
  onRevoke: () => void
}

function KeyMenu({ apiKey: { name }, onRevoke }: KeyMenuProps) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem inFooter="other" onAction={onRevoke}>{t`Revoke`}</MenuItem>
    </Menu>
  )
}
