import { Button } from '@gatehouse/ui/core/button'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { FilterSelect } from '@gatehouse/ui/staff/filter-select'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { type LookName, looks } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { Failure } from '../../lib/failure.tsx'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { callList } from '../../lib/list/list-query.ts'
import { loadAllRows } from '../../lib/list/load-all-rows.ts'
import { AddressNotice, canShowCode, type OpenedAt } from '../../lib/public-address/public-address.tsx'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { Poster, PosterSheets } from './poster.tsx'
import { posterTextsQuery } from './poster-texts.ts'
import styles from './posters-page.module.css'

interface PostersPageProps extends OpenedAt {
  site: string | undefined
  onSite: (site: string | undefined) => void
}

const OWN = 'own'

/** The posters of all enabled methods of a site, one per page. */
export function PostersPage({ site: chosen, onSite, origin }: PostersPageProps) {
  const onlySite = useOnlySite()
  const site = chosen ?? (onlySite || undefined)
  const { t } = useLingui()
  const [look, setLook] = useState<LookName | typeof OWN>(OWN)
  const texts = useQuery(posterTextsQuery)
  const query = useQuery({
    queryKey: [listSignInMethodsEndpoint.path, 'posters', site],
    queryFn: ({ signal }) =>
      loadAllRows(listSignInMethodsEndpoint, { site, status: 'enabled' }, (asked) =>
        callList(listSignInMethodsEndpoint, asked, signal),
      ),
    enabled: site !== undefined && canShowCode(origin),
  })
  const methods = query.data ?? []
  const failed = query.error ? query : texts
  const posters = methods.flatMap((method) =>
    texts.data
      ? [
          <Poster
            key={method.id}
            method={method}
            look={look === OWN ? method.shown_look : look}
            texts={texts.data}
          />,
        ]
      : [],
  )
  return (
    <>
      <div className={styles.screen}>
        <PageHead
          title={t`Posters of a site`}
          meta={methods.length > 0 && <Plural value={methods.length} one="# poster" other="# posters" />}
          action={
            posters.length > 0 && (
              <Button kind="primary" onClick={() => window.print()}>
                <Trans>Print</Trans>
              </Button>
            )
          }
        />
        <div className={styles.choices}>
          <SearchedFilter
            endpoint={listSiteOptionsEndpoint}
            label={t`Site`}
            allLabel={t`Choose a site`}
            value={site}
            onChange={onSite}
          />
          <FilterSelect
            label={t`Look`}
            value={look}
            options={[
              { value: OWN, label: t`Set by each method` },
              ...looks.map((value) => ({ value, label: t(lookLabels[value]) })),
            ]}
            onChange={setLook}
          />
        </div>
        <AddressNotice origin={origin} />
        {site === undefined && canShowCode(origin) && (
          <EmptyState title={t`Which site are the posters for?`}>
            {t`Choose a site to see the posters of its enabled sign-in methods, each on a page of its own.`}
          </EmptyState>
        )}
        {failed.error && <Failure title={<Trans>The posters could not be loaded</Trans>} query={failed} />}
        {query.data?.length === 0 && (
          <EmptyState title={t`No poster to print`}>{t`This site has no enabled sign-in method.`}</EmptyState>
        )}
      </div>
      {query.isLoading && <Skeleton height={320} />}
      <div className={styles.posters}>{posters}</div>
      {posters.length > 0 && <PosterSheets>{posters}</PosterSheets>}
    </>
  )
}
