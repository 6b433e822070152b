import { queryClient } from '@gatehouse/api-client/query-client'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { type ListAddress, textOf, type ListEndpoint } from './list-search.ts'
import type { ListDeclaration, LoadedOptions } from './list-declaration.ts'
import { optionsQuery } from './list-filters.tsx'

interface FilterText {
  label: MessageDescriptor
  /** The chosen value, as the list shows it. */
  shown: MessageDescriptor | string
  /** The same without a language, for a file name. */
  plain: string
}

/** The texts of a list's filters, including defaults. */
export function filterTexts<E extends ListEndpoint>(
  list: ListDeclaration<E>,
  search: ListAddress,
): FilterText[] {
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
