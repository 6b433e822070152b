import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { getSystemHealthEndpoint } from '@gatehouse/validation/endpoints/system-health'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useChosenClient } from '../../lib/chosen-client.ts'
import { Pending } from '../../lib/failure.tsx'
import { usePageBack } from '../../lib/page-stack.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { ClientCards } from './client-cards.tsx'
import styles from './health-page.module.css'
import { InstallationCards } from './installation-cards.tsx'
import { lazyDetail } from '../../lib/lazy-part.tsx'

const Freshness = lazyDetail(() => import('../../lib/freshness/freshness.tsx'), 'Freshness')

const REFETCH_MS = 10_000

/** Whether all background work succeeds, and what to do where it doesn't. */
export function HealthPage() {
  const { t } = useLingui()
  const title = t`System health`
  useTitle(title)
  const chosen = useChosenClient()
  const { data, ...query } = useQuery({
    ...endpointQuery(getSystemHealthEndpoint, {}),
    refetchInterval: REFETCH_MS,
  })
  return (
    <>
      <PageHeader
        title={title}
        back={usePageBack()}
        description={
          data && (
            <span className={styles.freshness}>
              <Freshness asOf={data.as_of} timeZone={ownTimeZone()} failure={query.error} />
            </span>
          )
        }
      />
      {data ? (
        <>
          {data.installation && (
            <section>
              <h2 className={styles.heading}>
                <Trans>Installation</Trans>
              </h2>
              <div className={styles.cards}>
                <InstallationCards version={data.version} health={data.installation} />
              </div>
            </section>
          )}
          <section>
            <h2 className={styles.heading}>
              {data.installation && !chosen ? <Trans>All clients</Trans> : <Trans>Client</Trans>}
            </h2>
            <div className={styles.cards}>
              <ClientCards health={data} />
            </div>
          </section>
        </>
      ) : (
        <Pending
          title={<Trans>The state of the system could not be loaded</Trans>}
          query={query}
          height={480}
        />
      )}
    </>
  )
}
