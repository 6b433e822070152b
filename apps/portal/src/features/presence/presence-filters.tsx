import { Button } from '@gatehouse/ui/core/button'
import { FilterSelect } from '@gatehouse/ui/staff/filter-select'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { Toolbar } from '@gatehouse/ui/staff/toolbar'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { hasFilters, withFilters, withoutFilters, type SearchProps } from './search.ts'

const ALL = 'all'

interface PresenceFiltersProps extends SearchProps {
  sites: readonly { id: string; name: string }[]
}

export function PresenceFilters({ search, sites, onSearch }: PresenceFiltersProps) {
  const { t } = useLingui()
  const [text, setText] = useDebouncedText(search.search ?? '', (typed) =>
    // The letters of one word are one step back, not one each.
    onSearch(withFilters(search, { search: typed === '' ? undefined : typed }), {
      replace: search.search !== undefined && typed !== '',
    }),
  )
  const all = { value: ALL, label: t`All` } as const
  return (
    <Toolbar
      label={t`Filters`}
      end={
        hasFilters(search) && (
          <Button kind="quiet" onClick={() => onSearch(withoutFilters(search))}>
            <Trans>Clear filters</Trans>
          </Button>
        )
      }
    >
      <SearchField
        label={t`Search people`}
        placeholder={t`Search by name, role or mobile`}
        clearLabel={t`Clear the search`}
        value={text}
        onChange={setText}
      />
      <FilterSelect
        label={t`Site`}
        value={search.site ?? ALL}
        options={[all, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(site) => onSearch(withFilters(search, { site: site === ALL ? undefined : site }))}
      />
      <FilterSelect
        label={t`Kind`}
        value={search.kind ?? ALL}
        options={[all, { value: 'visitor', label: t`Visitor` }, { value: 'user', label: t`Staff` }]}
        onChange={(kind) => onSearch(withFilters(search, { kind: kind === ALL ? undefined : kind }))}
      />
      <FilterSelect
        label={t`State`}
        value={search.state ?? ALL}
        options={[all, { value: 'on_site', label: t`On site` }, { value: 'overdue', label: t`Overdue` }]}
        onChange={(state) => onSearch(withFilters(search, { state: state === ALL ? undefined : state }))}
      />
    </Toolbar>
  )
}
