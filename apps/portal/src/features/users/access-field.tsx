import { Field } from '@gatehouse/ui/core/field'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import type { User } from '@gatehouse/validation/endpoints/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldsForm, Items, SingleField } from '../../lib/forms/form-fields.tsx'
import { NoSites } from '../../lib/site-select/no-sites.tsx'
import type { UserValues } from './user-modal.tsx'
import { type UserType, userTypes } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { accountTypeLabels } from '../../lib/labels/vocabulary-labels.ts'

interface AccessFieldProps {
  form: FieldsForm<UserValues>
  /** The stored entries, which have the names of sites that the search may not find. */
  stored: User['access']
}

/**
 * The sites of a person, each with a type. Where there are too many to read, a search comes first.
 */
export function AccessField({ form, stored }: AccessFieldProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const all = useSites('')
  const found = useSites(search)
  const [seen, setSeen] = useState<Site[]>([])
  const known = [...stored.map(({ site_id, site_name }) => ({ id: site_id, name: site_name })), ...seen]
  const offered = (search === '' ? all : found)?.items ?? []
  const optionsFor = (chosen: string) => {
    const own = [...known, ...(all?.items ?? [])].find((site) => site.id === chosen)
    return own && !offered.some((site) => site.id === chosen) ? [own, ...offered] : offered
  }
  const only = useOnlySite()
  const hasNoSites = useHasNoSites() && stored.length === 0
  return (
    <Items
      form={form}
      name="access"
      label={<Trans>Sites</Trans>}
      addLabel={<Trans>Add a site</Trans>}
      removeLabel={(number) => t`Remove site ${number}`}
      newItem={{ site_id: '', user_type: 'Staff' }}
      before={
        all?.has_more && (
          <Field label={<Trans>Find a site</Trans>}>
            <TextInput
              value={typed}
              autoComplete="off"
              onChange={({ target }) => {
                setSeen([...seen, ...offered])
                setTyped(target.value)
              }}
            />
          </Field>
        )
      }
      instead={hasNoSites && <NoSites id={`${form.field('access').id}-add`} />}
    >
      {(at) => {
        const chosen = form.values.access[at]?.site_id ?? ''
        const options = chosen === '' && only ? [] : optionsFor(chosen)
        return (
          <>
            <SingleField
              field={{
                type: 'select',
                label: <Trans>Site</Trans>,
                options: [
                  ...(chosen === '' ? [{ value: '', label: only?.name ?? t`Choose a site` }] : []),
                  ...options.map(({ id, name }) => ({ value: id, label: name })),
                ],
              }}
              state={form.field(`access.${at}.site_id`)}
            />
            <SingleField
              field={{
                type: 'select',
                label: <Trans>Account type</Trans>,
                options: entryTypes.map(({ value, label }) => ({ value, label: t(label) })),
              }}
              state={form.field(`access.${at}.user_type`)}
            />
          </>
        )
      }}
    </Items>
  )
}

interface Site {
  id: string
  name: string
}

/** Whether there are no sites, so that no entry can have one. */
export const useHasNoSites = (): boolean => useSites('')?.items.length === 0

/** The default site of an entry: the only one, where there is just one. */
export function useOnlySite(): Site | undefined {
  const [only, another] = useSites('')?.items ?? []
  return another ? undefined : only
}

function useSites(search: string) {
  const query = { search: search === '' ? undefined : search }
  return useQuery({
    ...endpointQuery(listSiteOptionsEndpoint, { query }),
    placeholderData: keepPreviousData,
  }).data
}

/** The types that an access entry can have, as options. */
const entryTypes: readonly { value: UserType; label: MessageDescriptor }[] = userTypes.map((type) => ({
  value: type,
  label: accountTypeLabels[type],
}))
