import { Select } from '@gatehouse/ui/aria/select'
import { Button } from '@gatehouse/ui/core/button'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { Toolbar } from '@gatehouse/ui/staff/toolbar'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import type { PresencePageProps } from './presence-page.tsx'
import { hasFilters, withFilters, withoutFilters } from './search.ts'

const ALL = 'all'

interface PresenceFiltersProps extends PresencePageProps {
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
  const all = { id: ALL, label: t`All` }
  const chosen = <Id extends string>(id: string, ids: readonly Id[]) => ids.find((known) => known === id)
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
        clearLabel={t`Clear the search`}
        value={text}
        onChange={setText}
      />
      <Select
        label={t`Site`}
        labelPlace="inside"
        value={search.site ?? ALL}
        options={[all, ...sites.map(({ id, name }) => ({ id, label: name }))]}
        onChange={(id) => onSearch(withFilters(search, { site: id === ALL ? undefined : id }))}
      />
      <Select
        label={t`Kind`}
        labelPlace="inside"
        value={search.kind ?? ALL}
        options={[all, { id: 'visitor', label: t`Visitor` }, { id: 'user', label: t`Staff` }]}
        onChange={(id) => onSearch(withFilters(search, { kind: chosen(id, ['visitor', 'user']) }))}
      />
      <Select
        label={t`State`}
        labelPlace="inside"
        value={search.state ?? ALL}
        options={[all, { id: 'on_site', label: t`On site` }, { id: 'overdue', label: t`Overdue` }]}
        onChange={(id) => onSearch(withFilters(search, { state: chosen(id, ['on_site', 'overdue']) }))}
      />
    </Toolbar>
  )
}
