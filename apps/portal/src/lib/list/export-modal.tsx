import { Facts } from '@gatehouse/ui/staff/facts'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { exportFileName, exportTimeZone } from '@gatehouse/validation/export-name'
import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNumber } from '../use-number.ts'
import { api } from '../api.ts'
import { ErrorMessage } from '../errors.ts'
import { filtersOf, readListSearch, textOf, type ListEndpoint, type ListAddress } from './list-search.ts'
import type { ListDeclaration, ListExport, LoadedOptions } from './list-declaration.ts'
import { useListQuery } from './list-query.ts'
import { ExportWindow } from '../export/export-window.tsx'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { optionsQuery } from './list-filters.tsx'

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

interface FilterText {
  label: MessageDescriptor
  /** The chosen value, as the list shows it. */
  shown: MessageDescriptor | string
  /** The same without a language, for a file name. */
  plain: string
}

/** The texts of a list's filters, including defaults. */
function filterTexts<E extends ListEndpoint>(list: ListDeclaration<E>, search: ListAddress): FilterText[] {
  return list.filters.flatMap((filter): FilterText[] => {
    const value = textOf(search[filter.name]) ?? ('options' in filter ? filter.defaultValue : undefined)
    if (value === undefined) return []
    const { label } = filter
    if ('options' in filter) {
      const option = filter.options.find((one) => one.value === value)
      return [{ label, shown: option?.label ?? value, plain: value }]
    }
    const name = 'loaded' in filter ? loadedName(filter.loaded, value) : foundName(filter.searchedBy, value)
    return [{ label, shown: name ?? value, plain: name ?? value }]
  })
}

// The filter itself has fetched the names that it shows.

function foundName(endpoint: Parameters<typeof optionsQuery>[0], value: string): string | undefined {
  const page = queryClient.getQueryData<OptionsPage>(optionsQuery(endpoint, '', value).queryKey)
  return page?.items.find(({ id }) => id === value)?.name
}

function loadedName({ queryKey }: LoadedOptions, value: string): string | undefined {
  const options = queryClient.getQueryData<{ value: string; label: string }[]>(queryKey)
  return options?.find((option) => option.value === value)?.label
}
