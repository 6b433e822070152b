import { Button } from '@gatehouse/ui/core/button'
import { FilterBar } from '@gatehouse/ui/list/filter-bar'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { SortSelect } from '@gatehouse/ui/staff/table'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { type ListView, sortFieldOf } from './list-declaration.ts'
import {
  filtersOf,
  withFilters,
  withoutFilters,
  withSort,
  type ListAddress,
  sortOf,
  sortsOf,
  textOf,
  textOfSort,
  type ListEndpoint,
  type Sort,
} from './list-search.ts'
import { LoadedFilter, OneOfFewFilter, SearchedFilter } from './list-filters.tsx'

interface ListToolbarProps<E extends ListEndpoint> extends ListView<E> {
  search: ListAddress
  onSearch: (search: ListAddress, options?: { replace?: boolean }) => void
  /** The button of the columns, the density and the views. */
  viewOptions: ReactNode
}

/** The search, the filters and, on a phone, the order of a list. */
export function ListToolbar<E extends ListEndpoint>(props: ListToolbarProps<E>) {
  const { list, response, search, onSearch, viewOptions } = props
  const { t } = useLingui()
  const searchInUrl = String(search['search'] ?? '')
  const [text, setText] = useDebouncedText(searchInUrl, (typed) =>
    // The letters of one word are one step in the history, not one each.
    onSearch(withFilters(search, { search: typed === '' ? undefined : typed }), {
      replace: searchInUrl !== '' && typed !== '',
    }),
  )
  const set = filtersOf(list.endpoint, search)
  const active = Object.keys(set).filter((name) => name !== 'search').length
  return (
    <FilterBar
      label={t`Filters`}
      search={
        <SearchField
          label={t(list.search.label)}
          placeholder={t(list.search.placeholder)}
          clearLabel={t`Clear the search`}
          value={text}
          onChange={setText}
        />
      }
      toggleLabel={active > 0 ? `${t`Filters`} (${active})` : t`Filters`}
      filters={
        <>
          {list.filters.map((filter) => {
            const shared = {
              label: t(filter.label),
              value: textOf(search[filter.name]),
              onChange: (value: string | undefined) =>
                onSearch(withFilters(search, { [filter.name]: value })),
            }
            if ('loaded' in filter)
              return <LoadedFilter key={filter.name} options={filter.loaded} {...shared} />
            return 'searchedBy' in filter ? (
              <SearchedFilter key={filter.name} endpoint={filter.searchedBy} {...shared} />
            ) : (
              <OneOfFewFilter
                key={filter.name}
                options={filter.options.map(({ value, label, count }) => ({
                  value,
                  label: count && response ? `${t(label)} (${count(response.data)})` : t(label),
                }))}
                defaultValue={filter.defaultValue}
                {...shared}
              />
            )
          })}
          <ListSortSelect {...props} />
        </>
      }
      end={
        <>
          {Object.keys(set).length > 0 && (
            <Button kind="quiet" onClick={() => onSearch(withoutFilters(search))}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
          {viewOptions}
        </>
      }
    />
  )
}

/** Sorts where rows are cards without a visible head. */
function ListSortSelect<E extends ListEndpoint>({ list, search, onSearch }: ListToolbarProps<E>) {
  const { t } = useLingui()
  const orders = sortsOf(list.endpoint).flatMap((sort) => {
    const column = list.columns.find((one) => sortFieldOf(list.endpoint, one) === sort.field)
    const kind = column?.sortKind ?? (column?.align === 'end' ? 'number' : 'text')
    return column ? [{ sort, header: t(column.header), kind } as const] : []
  })
  const nameOf = ({ direction }: Sort, name: string, kind: 'text' | 'time' | 'number') => {
    const isUp = direction === 'asc'
    if (kind === 'time') return isUp ? t`${name}, first to last` : t`${name}, last to first`
    if (kind === 'number') return isUp ? t`${name}, low to high` : t`${name}, high to low`
    return isUp ? t`${name}, A to Z` : t`${name}, Z to A`
  }
  return (
    <SortSelect
      label={t`Sort by`}
      value={textOfSort(sortOf(list.endpoint, search))}
      options={orders.map(({ sort, header, kind }) => ({
        value: textOfSort(sort),
        label: nameOf(sort, header, kind),
      }))}
      onChange={(chosen) => {
        const order = orders.find(({ sort }) => textOfSort(sort) === chosen)
        if (order) onSearch(withSort(list.endpoint, search, order.sort))
      }}
    />
  )
}
