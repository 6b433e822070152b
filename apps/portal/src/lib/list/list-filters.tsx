import type { FilterComboBoxProps } from '@gatehouse/ui/aria/filter-combo-box'
import { endpointQuery } from '../endpoint-query.ts'
import { FilterSelect } from '@gatehouse/ui/staff/filter-select'
import { useLingui } from '@lingui/react/macro'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import type { LoadedOptions, OptionsEndpoint } from './list-declaration.ts'

interface FilterProps {
  label: string
  /** Undefined for all. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Shown where no value is chosen; defaults to "All". */
  allLabel?: string | undefined
}

const ALL = ''

interface OneOfFewFilterProps extends FilterProps {
  options: readonly { value: string; label: string }[]
  /** The option that is selected without a value. Without it there is an option for all. */
  defaultValue?: string | undefined
  onFocusChange?: ((isFocused: boolean) => void) | undefined
}

/** A filter whose options fit into a native select. */
export function OneOfFewFilter({
  label,
  value,
  options,
  defaultValue = ALL,
  onChange,
  onFocusChange,
  allLabel,
}: OneOfFewFilterProps) {
  const { t } = useLingui()
  return (
    <FilterSelect
      label={label}
      value={value ?? defaultValue}
      options={defaultValue === ALL ? [{ value: ALL, label: allLabel ?? t`All` }, ...options] : options}
      onChange={(chosen) => onChange(chosen === defaultValue ? undefined : chosen)}
      onFocusChange={onFocusChange}
    />
  )
}

interface LoadedFilterProps extends FilterProps {
  options: LoadedOptions
}

/**
 * A filter whose options the server has. A chosen value that is no longer among them stays an
 * option.
 */
export function LoadedFilter({ options, ...filter }: LoadedFilterProps) {
  const { data = [] } = useQuery(options)
  const { value } = filter
  const isKnown = value === undefined || data.some((option) => option.value === value)
  return <OneOfFewFilter options={isKnown ? data : [...data, { value, label: value }]} {...filter} />
}

interface SearchedFilterProps extends FilterProps {
  endpoint: OptionsEndpoint
  /** The chosen value, which may not be among the options. */
  known?: OptionsPage['items'][number] | undefined
}

/**
 * A filter whose options come from the server: a native select where one response has all of them,
 * else a combo box with a server-side search, whose code is larger than a page and loads on demand.
 */
export function SearchedFilter({ label, value, onChange, allLabel, endpoint, known }: SearchedFilterProps) {
  const { t } = useLingui()
  const [asked, setAsked] = useState('')
  const [, setText] = useDebouncedText(asked, setAsked)
  const all = useQuery(optionsQuery(endpoint, '', value))
  const searched = useQuery({ ...optionsQuery(endpoint, asked, value), enabled: asked !== '' })
  const hasMore = all.data?.has_more ?? false
  const [isListInUse, setListInUse] = useState(false)
  const [ComboBox, setComboBox] = useState<ComponentType<FilterComboBoxProps>>()
  useEffect(() => {
    if (!hasMore) return
    void import('@gatehouse/ui/aria/filter-combo-box').then(
      ({ FilterComboBox }) => setComboBox(() => FilterComboBox),
      // The native select stays, with the first options.
      () => undefined,
    )
  }, [hasMore])
  const shown = (asked === '' ? all : searched).data
  const found = shown?.items ?? []
  const missing = known && found.every(({ id }) => id !== known.id) ? [known] : []
  const items = [...missing, ...found].map(({ id, name, client_name: client, archived = false }) => {
    const shownName = archived ? t`${name} (archived)` : name
    return { id, label: client === undefined ? shownName : `${shownName} · ${client}` }
  })
  // An open list is not replaced.
  if (!hasMore || !ComboBox || isListInUse) {
    return (
      <OneOfFewFilter
        label={label}
        value={value}
        options={items.map((item) => ({ value: item.id, label: item.label }))}
        onChange={onChange}
        onFocusChange={setListInUse}
        allLabel={allLabel}
      />
    )
  }
  const isNothingFound = shown !== undefined && items.every(({ id }) => id === value)
  return (
    <ComboBox
      label={label}
      allLabel={allLabel ?? t`All`}
      options={items}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={setText}
      note={
        shown?.has_more
          ? t`There are more. Type part of the name.`
          : isNothingFound
            ? t`Nothing found`
            : undefined
      }
    />
  )
}

/** While another search runs, the options of the last one stay. */
export function optionsQuery(endpoint: OptionsEndpoint, search: string, chosen: string | undefined) {
  const query = { search: search === '' ? undefined : search, chosen }
  return {
    ...endpointQuery(endpoint, { query }),
    placeholderData: keepPreviousData,
  }
}
