import { Badge } from '@gatehouse/ui/core/badge'
import { buttonClass } from '@gatehouse/ui/core/button'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useDensity } from '@gatehouse/ui/staff/density.ts'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import {
  type DeliveryState,
  deliveryStates,
  getWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  type WebhookDelivery,
} from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import type { AnySearch } from '../../lib/list/any-search.ts'
import { CursorPages } from '../../lib/list/cursor-pages.tsx'
import { OneOfFewFilter } from '../../lib/list/list-filters.tsx'
import { Moment } from '../../lib/moment.tsx'
import { usePageBack } from '../../lib/page-stack.tsx'
import { useTitle } from '../../lib/use-title.ts'
import styles from './deliveries-page.module.css'
import { labelOfType, outcomeLabels, stateLabels } from './webhook-words.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const DeliveryDrawer = lazyWindow(() => import('./delivery-drawer.tsx'), 'DeliveryDrawer')

/** What waits may be delivered at any moment. */
const REFETCH_MS = 2000

/** What the page writes into its address. */
interface DeliveriesSearch {
  state?: DeliveryState | undefined
  cursor?: string | undefined
  /** The delivery whose details are open. */
  row?: string | undefined
}

interface DeliveriesPageProps {
  webhookId: string
  /** What the address says. */
  address: AnySearch
  onSearch: (search: DeliveriesSearch, replace?: boolean) => void
}

/** What was sent to a webhook, and how each attempt ended, the latest first. */
export function DeliveriesPage({ webhookId, address, onSearch }: DeliveriesPageProps) {
  const { t } = useLingui()
  const density = useDensity()
  const params = { id: webhookId }
  const search = useMemo(() => readSearch(address), [address])
  const { state, cursor } = search
  const filters = { ...(state && { state }), ...(cursor && { cursor }) }
  const webhook = useQuery({
    queryKey: [getWebhookEndpoint.path, webhookId],
    queryFn: ({ signal }) => api.call(getWebhookEndpoint, { params }, { signal }),
  })
  const { data, isPlaceholderData, ...query } = useQuery({
    queryKey: [listWebhookDeliveriesEndpoint.path, webhookId, filters],
    queryFn: ({ signal }) => api.call(listWebhookDeliveriesEndpoint, { params, query: filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: page } }) =>
      page?.items.some((item) => item.state === 'waiting') ? REFETCH_MS : false,
  })
  const title = t`Deliveries`
  useTitle(title)
  return (
    <>
      <PageHeader
        title={title}
        back={usePageBack()}
        waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        description={<span className={styles.url}>{webhook.data?.url}</span>}
      />
      <div className={styles.filters} role="search" aria-label={t`Filters`}>
        <OneOfFewFilter
          label={t`Status`}
          value={state}
          options={deliveryStates.map((value) => ({ value, label: t(stateLabels[value]) }))}
          onChange={(chosen) => onSearch({ state: deliveryStates.find((value) => value === chosen) })}
        />
      </div>
      {query.error && !data ? (
        <Failure
          title={<Trans>The list could not be loaded</Trans>}
          query={query}
          elsewhere={
            <Link to="/settings/webhooks" className={buttonClass({ kind: 'secondary' })}>
              <Trans>Show all webhooks</Trans>
            </Link>
          }
        />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          {data?.items.length === 0 ? (
            <EmptyState title={t`Nothing was sent`}>
              <Trans>What is sent to this address, and was in the last week, stands here.</Trans>
            </EmptyState>
          ) : (
            <ListTable
              caption={title}
              density={density}
              sort={undefined}
              onSort={() => {}}
              rows={data?.items}
              onOpen={({ id }) => onSearch({ ...search, row: id })}
              columns={[
                {
                  id: 'event',
                  header: t`Event`,
                  cell: ({ type }) => typeText(type),
                  value: ({ type }) => typeText(type),
                  onPhone: 'title',
                },
                {
                  id: 'status',
                  header: t`Status`,
                  cell: (delivery) => <StateBadge delivery={delivery} />,
                  onPhone: 'corner',
                },
                {
                  id: 'outcome',
                  header: t`Last attempt`,
                  cell: ({ outcome, status }) => outcomeText(outcome, status),
                  priority: 2,
                  onPhone: 'line',
                },
                {
                  id: 'when',
                  header: t`When`,
                  cell: ({ created_at: at }) => <Moment at={at} />,
                  onPhone: 'line',
                },
              ]}
            />
          )}
        </WaitingContent>
      )}
      <CursorPages
        cursor={cursor}
        older={data?.next}
        isBusy={query.isFetching}
        onTurn={(next) => onSearch({ state, cursor: next })}
      />
      {search.row !== undefined && (
        <Suspense>
          <DeliveryDrawer
            webhookId={webhookId}
            deliveryId={search.row}
            onSent={query.refetch}
            onClose={() => onSearch({ ...search, row: undefined }, true)}
          />
        </Suspense>
      )}
    </>
  )

  function typeText(type: string): string {
    const label = labelOfType(type)
    return label ? t(label) : type
  }

  function outcomeText(outcome: WebhookDelivery['outcome'], status: number | null): string {
    if (outcome === null) return '–'
    return status === null ? t(outcomeLabels[outcome]) : `${t(outcomeLabels[outcome])} (${status})`
  }
}

function readSearch({ state, cursor, row }: AnySearch): DeliveriesSearch {
  return {
    state: deliveryStates.find((one) => one === state),
    // A place is a number, which the address gives as one.
    cursor: cursor === undefined ? undefined : String(cursor),
    row: row === undefined ? undefined : String(row),
  }
}

const badges = { waiting: 'neutral', delivered: 'good', failed: 'danger' } as const

function StateBadge({ delivery: { state } }: { delivery: WebhookDelivery }) {
  const { t } = useLingui()
  return <Badge kind={badges[state]}>{t(stateLabels[state])}</Badge>
}
