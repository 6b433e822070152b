import { buttonClass } from '@gatehouse/ui/core/button'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import {
  deliveryStates,
  getWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  type WebhookDelivery,
} from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deliveryStateBadges, deliveryStateLabels } from '../../lib/labels/vocabulary-labels.ts'
import { PageHead } from '../../lib/page-head.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { CursorList } from '../../lib/list/cursor-list.tsx'
import { OneOfFewFilter } from '../../lib/list/list-filters.tsx'
import { Moment } from '../../lib/moment.tsx'
import styles from './deliveries-page.module.css'
import type { DeliveriesSearch } from './deliveries-search.ts'
import { typeText, outcomeLabels } from './webhook-words.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const DeliveryDrawer = lazyWindow(() => import('./delivery-drawer.tsx'), 'DeliveryDrawer')

/** Pending deliveries may complete at any moment. */
const REFETCH_MS = 2000

interface DeliveriesPageProps {
  webhookId: string
  search: DeliveriesSearch
  onSearch: (search: DeliveriesSearch, replace?: boolean) => void
}

/** What was sent to a webhook, and how each attempt ended, latest first. */
export function DeliveriesPage({ webhookId, search, onSearch }: DeliveriesPageProps) {
  const { t } = useLingui()
  const params = { id: webhookId }
  const { state, cursor } = search
  const query = { ...(state && { state }), ...(cursor && { cursor }) }
  const webhook = useQuery(endpointQuery(getWebhookEndpoint, { params }))
  const deliveries = useQuery({
    ...endpointQuery(listWebhookDeliveriesEndpoint, { params, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: page } }) =>
      page?.items.some((item) => item.state === 'waiting') ? REFETCH_MS : false,
  })
  const title = t`Deliveries`
  return (
    <>
      <PageHead
        title={title}
        waitingText={deliveries.isPlaceholderData && <Trans>Loading…</Trans>}
        description={<span className={styles.url}>{webhook.data?.url}</span>}
      />
      <div className={styles.filters} role="search" aria-label={t`Filters`}>
        <OneOfFewFilter
          label={t`Status`}
          value={state}
          options={deliveryStates.map((value) => ({ value, label: t(deliveryStateLabels[value]) }))}
          onChange={(chosen) => onSearch({ state: deliveryStates.find((value) => value === chosen) })}
        />
      </div>
      <CursorList
        caption={title}
        query={deliveries}
        cursor={cursor}
        onCursor={(place) => onSearch({ state, cursor: place })}
        onOpen={({ id }) => onSearch({ ...search, row: id })}
        elsewhere={
          <Link to="/settings/webhooks" className={buttonClass({ kind: 'secondary' })}>
            <Trans>Show all webhooks</Trans>
          </Link>
        }
        empty={
          <EmptyState title={t`Nothing was sent`}>
            <Trans>Deliveries to this address, pending and of the last 7 days.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'event',
            header: t`Event`,
            value: ({ type }) => typeText(type, t),
            onPhone: 'title',
          },
          {
            id: 'status',
            header: t`Status`,
            cell: ({ state: now }) => (
              <StateBadge kind={deliveryStateBadges[now]} text={deliveryStateLabels[now]} />
            ),
            onPhone: 'corner',
          },
          {
            id: 'outcome',
            header: t`Last attempt`,
            cell: ({ outcome, status }) => outcomeText(outcome, status),
            priority: 2,
          },
          {
            id: 'when',
            header: t`When`,
            cell: ({ created_at: at }) => <Moment at={at} />,
          },
        ]}
      />
      {search.row !== undefined && (
        <DeliveryDrawer
          webhookId={webhookId}
          deliveryId={search.row}
          onSent={deliveries.refetch}
          onClose={() => onSearch({ ...search, row: undefined }, true)}
        />
      )}
    </>
  )

  function outcomeText(outcome: WebhookDelivery['outcome'], status: number | null): string {
    if (outcome === null) return '–'
    return status === null ? t(outcomeLabels[outcome]) : `${t(outcomeLabels[outcome])} (${status})`
  }
}
