import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useState } from 'react'
import { NoSites } from './no-sites.tsx'
import { onlySiteOf, type SiteAmong, sitesQuery } from './site-options.ts'

interface SiteSelectProps extends SiteAmong {
  id: string
  /** The id of a site; empty where none is chosen. */
  value: string
  onChange: (id: string) => void
  name?: string
  ref?: Ref<HTMLSelectElement>
  onBlur?: () => void
  label: ReactNode
  error?: ReactNode
  /** The meaning of no site; without it, a site is required. */
  allLabel?: string
}

/** One of the visible sites. Where there are too many to read, a search comes first. */
export function SiteSelect({
  id,
  value,
  onChange,
  label,
  error,
  allLabel,
  beside,
  client,
  ofRecords = false,
  ...control
}: SiteSelectProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const among = { beside, client, ofRecords }
  const all = useQuery(sitesQuery('', value, among)).data
  const found = useQuery({ ...sitesQuery(search, value, among), enabled: search !== '' }).data
  const sites = (search === '' ? all : found)?.items ?? []
  const shown = value || (allLabel === undefined && beside === undefined ? onlySiteOf(all) : '')
  if (all?.items.length === 0 && allLabel === undefined && beside === undefined) return <NoSites id={id} />
  return (
    <>
      {all?.has_more && (
        <Field label={<Trans>Find a site</Trans>}>
          <TextInput value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />
        </Field>
      )}
      <Field id={id} label={label} error={error}>
        <SelectInput
          {...control}
          value={shown}
          required={allLabel === undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          {(shown === '' || allLabel !== undefined) && (
            <option value="">{allLabel ?? t`Choose a site`}</option>
          )}
          {sites.map(({ id: siteId, name, archived = false }) => (
            <option key={siteId} value={siteId}>
              {archived ? t`${name} (archived)` : name}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  )
}
