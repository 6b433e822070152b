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
  /** Undefined where all are shown. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Stands where no value is chosen; "All" where it is missing. */
  allLabel?: string | undefined
}

const ALL = ''

interface OneOfFewFilterProps extends FilterProps {
  options: readonly { value: string; label: string }[]
  /** The option that is chosen while no value is. Without one there is an option for all. */
  defaultValue?: string | undefined
  onFocusChange?: ((isFocused: boolean) => void) | undefined
}

/** A filter whose options fit into the platform's own list. */
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

/** A filter whose options the server knows. A value that is not among them any more stays one of them. */
export function LoadedFilter({ options, ...filter }: LoadedFilterProps) {
  const { data = [] } = useQuery(options)
  const { value } = filter
  const isKnown = value === undefined || data.some((option) => option.value === value)
  return <OneOfFewFilter options={isKnown ? data : [...data, { value, label: value }]} {...filter} />
}

interface SearchedFilterProps extends FilterProps {
  endpoint: OptionsEndpoint
  /** The chosen value, where it may not be among the options. */
  known?: OptionsPage['items'][number] | undefined
}

/**
 * A filter whose options come from the server. Where one response has all of them, they stand in the platform's own list, else the server
 * searches them while one types. The code of that box is larger than a page, so it is fetched where it is needed.
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
      // The platform's own list stays, with the first options.
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
  // A list that somebody has opened is not taken away.
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
          ? t`There are more. Type a part of the name.`
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
