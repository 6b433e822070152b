import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import {
  listWebhooksEndpoint,
  testWebhookEndpoint,
  type Webhook,
  type WebhookWithSecret,
} from '@gatehouse/validation/endpoints/webhooks'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

const NewWebhookModal = lazyWindow(() => import('./webhook-windows.tsx'), 'NewWebhookModal')
const EditWebhookModal = lazyWindow(() => import('./webhook-windows.tsx'), 'EditWebhookModal')
const SecretModal = lazyWindow(() => import('./webhook-windows.tsx'), 'SecretModal')
const RotateQuestion = lazyWindow(() => import('./webhook-windows.tsx'), 'RotateQuestion')
const DeleteQuestion = lazyWindow(() => import('./webhook-windows.tsx'), 'DeleteQuestion')

/** The open window. */
type Opened =
  | { window: 'edit' | 'rotate' | 'delete'; webhook: Webhook }
  | { window: 'secret'; webhook: WebhookWithSecret }

/** The outside receivers that are notified of events. */
export function WebhooksPage() {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const renew = () => queryClient.invalidateQueries({ queryKey: [listWebhooksEndpoint.path] })
  const showSecret = (webhook: WebhookWithSecret) => {
    setOpened({ window: 'secret', webhook })
    void renew()
  }
  return (
    <>
      <ListPage
        list={webhookList}
        rowActions={(webhook) => <WebhookMenu webhook={webhook} onOpen={setOpened} />}
        addLabel={<Trans>New webhook</Trans>}
        windows={{ new: (shut) => <NewWebhookModal onCreated={showSecret} onClose={shut} /> }}
      />
      {opened?.window === 'edit' && (
        <EditWebhookModal webhook={opened.webhook} onSaved={renew} onClose={close} />
      )}
      {opened?.window === 'rotate' && (
        <RotateQuestion webhook={opened.webhook} onRotated={showSecret} onClose={close} />
      )}
      {opened?.window === 'delete' && (
        <DeleteQuestion webhook={opened.webhook} onDeleted={renew} onClose={close} />
      )}
      {opened?.window === 'secret' && <SecretModal webhook={opened.webhook} onClose={close} />}
    </>
  )
}

const webhookList: ListDeclaration<typeof listWebhooksEndpoint> = {
  endpoint: listWebhooksEndpoint,
  title: msg`Webhooks`,
  columns: [
    {
      id: 'url',
      header: msg`Address`,
      value: ({ url }) => url,
      onPhone: 'title',
    },
    {
      id: 'events',
      header: msg`Events`,
      cell: ({ events }) => <Plural value={events.length} one="# event" other="# events" />,
      priority: 3,
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (webhook) => <Status webhook={webhook} />,
      priority: 2,
      onPhone: 'corner',
    },
  ],
  filters: [],
  search: { label: msg`Search webhooks`, placeholder: msg`Search by address` },
  empty: {
    title: msg`There are no webhooks`,
    text: msg`A webhook sends events to another system. Add the first one with New webhook.`,
  },
  noMatch: { title: msg`No webhook matches`, text: msg`Try another part of the address.` },
  drawer: 'columns',
  hasHistory: true,
}

function Status({ webhook }: { webhook: Webhook }) {
  if (webhook.given_up_at !== null) return <StateBadge kind="danger" text={msg`Disabled after failures`} />
  if (!webhook.enabled) return <StateBadge kind="neutral" text={msg`Disabled`} />
  if (webhook.failing_since !== null) return <StateBadge kind="caution" text={msg`Failing`} />
  return <StateBadge kind="good" text={msg`Enabled`} />
}

interface WebhookMenuProps {
  webhook: Webhook
  onOpen: (opened: Opened) => void
}

function WebhookMenu({ webhook, onOpen }: WebhookMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const childState = useChildPageState()
  const showDeliveries = () =>
    navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId: webhook.id }, state: childState })
  const test = useMutation({
    mutationFn: () => api.call(testWebhookEndpoint, { params: { id: webhook.id } }),
    onSuccess: async () => {
      toast('success', t`A test is being sent.`)
      await showDeliveries()
    },
    onError: toastError,
  })
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${webhook.url}`} trigger={<Ellipsis size={20} />}>
      <MenuItem inFooter="other" onAction={() => void showDeliveries()}>{t`Deliveries`}</MenuItem>
      <MenuItem onAction={() => test.mutate()}>{t`Send a test`}</MenuItem>
      <MenuItem inFooter="main" onAction={() => onOpen({ window: 'edit', webhook })}>{t`Edit`}</MenuItem>
      <MenuItem onAction={() => onOpen({ window: 'rotate', webhook })}>{t`Renew secret`}</MenuItem>
      <MenuItem onAction={() => onOpen({ window: 'delete', webhook })}>{t`Delete`}</MenuItem>
    </Menu>
  )
}
