import { buttonClass } from '@gatehouse/ui/core/button'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pending } from '../../lib/failure.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { methodTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { MethodKey, MethodStates } from './method-cells.tsx'
import styles from './methods-of-site.module.css'

const per_page = '25'

const methodsQuery = (site: string) =>
  queryOptions({
    // Starts like the lists' keys, so that every change of a method invalidates it.
    ...endpointQuery(listSignInMethodsEndpoint, { query: { site, per_page } }),
    placeholderData: keepPreviousData,
  })

/** A site's first sign-in methods, with links to their list, their windows and their posters. */
export function MethodsOfSite({ siteId, canManage }: { siteId: string; canManage: boolean }) {
  const { t } = useLingui()
  const state = useChildPageState()
  const { data, ...query } = useQuery(methodsQuery(siteId))
  if (!data)
    return (
      <Pending title={<Trans>The sign-in methods could not be loaded</Trans>} query={query} height={160} />
    )
  const create = canManage && (
    <Link
      to="/machine_management"
      search={{ site: siteId, edit: 'new' }}
      state={state}
      className={buttonClass({})}
    >
      <Trans>New sign-in method</Trans>
    </Link>
  )
  if (data.total === 0)
    return (
      <EmptyState title={<Trans>This site has no sign-in method</Trans>} action={create}>
        <Trans>Start with a QR code: print its poster and hang it at the door.</Trans>
      </EmptyState>
    )
  return (
    <Stack>
      <ListTable
        isPlain
        caption={t`Sign-in methods of this site`}
        rows={data.items}
        columns={[
          {
            id: 'name',
            header: t`Name`,
            cell: ({ id, name, can_manage: canEdit }) =>
              canEdit ? (
                <Link
                  to="/machine_management"
                  search={{ site: siteId, edit: id }}
                  state={state}
                  className={linkClass()}
                >
                  {name}
                </Link>
              ) : (
                name
              ),
            onPhone: 'title',
          },
          { id: 'type', header: t`Type`, cell: ({ type }) => t(methodTypeLabels[type]), onPhone: 'line' },
          { id: 'location', header: t`Location`, value: ({ location }) => location, onPhone: 'line' },
          { id: 'key', header: t`Key`, cell: ({ key }) => <MethodKey value={key} />, onPhone: 'line' },
          {
            id: 'status',
            header: t`Status`,
            cell: (method) => <MethodStates method={method} />,
            onPhone: 'corner',
          },
        ]}
      />
      <div className={styles.actions}>
        {create}
        <Link to="/machine_posters" search={{ site: siteId }} state={state} className={buttonClass({})}>
          <Trans>Print posters</Trans>
        </Link>
        <Link to="/machine_management" search={{ site: siteId }} state={state} className={linkClass()}>
          {data.total > data.items.length ? (
            <Trans>All {data.total} sign-in methods of this site</Trans>
          ) : (
            <Trans>Open in Sign-In Methods</Trans>
          )}
        </Link>
      </div>
    </Stack>
  )
}
