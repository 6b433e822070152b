import { useNumber } from '../use-number.ts'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { exportFileName, exportTimeZone } from '@gatehouse/validation/export-name'
import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { ErrorMessage } from '../errors.ts'
import { filtersOf } from './list-address.ts'
import type { ListDeclaration, ListExport } from './list-declaration.ts'
import { useListQuery } from './list-query.ts'
import { readListSearch, textOf, type ListEndpoint } from './list-search.ts'
import { ExportWindow } from '../export/export-window.tsx'
import { filterTexts } from './filter-texts.ts'

export interface ExportModalProps<E extends ListEndpoint> extends ListExport {
  list: ListDeclaration<E>
  onClose: () => void
}

/** Says what a file will contain, and exports it: the rows that match the URL's filters. */
export function ExportModal<E extends ListEndpoint>({
  list,
  endpoint,
  title,
  name,
  exported,
  onClose,
}: ExportModalProps<E>) {
  const { t } = useLingui()
  const number = useNumber()
  const address = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(list.endpoint, address), [list, address])
  const { data, error } = useListQuery(list, search)
  const total = data?.data.total
  const filters = filterTexts(list, search)
  const searched = textOf(search.search)
  const fileName = () =>
    exportFileName(name, [...filters.map(({ plain }) => plain), searched], total ?? 0, new Date())
  return (
    <ExportWindow
      title={t(title)}
      file={total === undefined ? undefined : { name: fileName, rows: total, format: 'csv' }}
      call={(signal) => {
        // Every endpoint of `exportEndpoint` has the query of its list. TypeScript can't infer that
        // for a generic list.
        const query = filtersOf(list.endpoint, search) as EndpointRequest<typeof endpoint>['query']
        return api.call(endpoint, { query }, { signal })
      }}
      refusal={error && !data && <ErrorMessage error={error} />}
      exported={(rows) => t(exported(rows))}
      onClose={onClose}
    >
      <Facts
        facts={[
          { label: t`Rows`, value: total === undefined ? '–' : number(total) },
          ...filters.map(({ label, shown }) => ({
            label: t(label),
            value: typeof shown === 'string' ? shown : t(shown),
          })),
          searched !== undefined && { label: t(list.search.label), value: searched },
          { label: t`Time zone`, value: exportTimeZone },
          { label: t`File`, value: fileName() },
        ]}
      />
    </ExportWindow>
  )
}
