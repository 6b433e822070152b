import { useNumber } from '../use-number.ts'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import type { exportEndpoint } from '@gatehouse/validation/export-endpoint'
import { exportFileName, exportTimeZone } from '@gatehouse/validation/export-name'
import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { api } from '../api.ts'
import { ErrorMessage } from '../errors.ts'
import { filtersOf } from '../list/list-address.ts'
import type { ListDeclaration } from '../list/list-declaration.ts'
import { useListQuery } from '../list/list-page.tsx'
import { readListSearch, textOf, type ListEndpoint } from '../list/list-search.ts'
import { ExportWindow } from './export-window.tsx'
import { filterTexts } from './filter-texts.ts'

type ExportEndpoint = ReturnType<typeof exportEndpoint>

interface ExportModalProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  endpoint: ExportEndpoint
  title: ReactNode
  /** What the rows are, in the name of the file. */
  name: string
  exported: (rows: number) => ReactNode
  onClose: () => void
}

/** Says what a file will hold, and writes it: the rows that match the filters of the address. */
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
      title={title}
      file={total === undefined ? undefined : { name: fileName, rows: total, format: 'csv' }}
      call={(signal) => {
        // Every endpoint of `exportEndpoint` has the query of its list. TypeScript cannot infer that for a generic list.
        const query = filtersOf(list.endpoint, search) as EndpointRequest<ExportEndpoint>['query']
        return api.call(endpoint, { query }, { signal })
      }}
      refusal={error && !data && <ErrorMessage error={error} />}
      exported={exported}
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
