import { Button } from '@gatehouse/ui/core/button'
import { Field, FieldError } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import type { User } from '@gatehouse/validation/endpoints/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import styles from '../../lib/forms/form-fields.module.css'
import { NoSites } from '../../lib/site-select/no-sites.tsx'
import type { UserValues } from './user-modal.tsx'
import { entryTypes } from './user-words.ts'

interface AccessFieldProps {
  form: FieldsForm<UserValues>
  /** The stored entries, whose sites have a name whether the search finds them or not. */
  stored: User['access']
}

/** The sites of a person, each with a type. Where there are more sites than one can read, a search comes before them. */
export function AccessField({ form, stored }: AccessFieldProps) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'access' })
  const { id, error } = form.field('access')
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
  const entries = hasNoSites ? [] : fields
  const add = () => {
    setSeen([...seen, ...offered])
    append({ site_id: '', user_type: 'Staff' })
  }
  const removeEntry = (at: number) => {
    remove(at)
    // The button that was pressed is gone. The one that adds stays.
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <fieldset id={id} name="access" className={styles.list} tabIndex={-1} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>
        <Trans>Sites</Trans>
      </legend>
      {all?.has_more && (
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
      )}
      {entries.map((entry, at) => {
        const site = form.field(`access.${at}.site_id`)
        const type = form.field(`access.${at}.user_type`)
        const chosen = form.values.access[at]?.site_id ?? ''
        return (
          <div key={entry.id} className={styles.item}>
            <Field id={site.id} label={<Trans>Site</Trans>} error={site.error}>
              <SelectInput {...site.control}>
                {chosen === '' && <option value="">{only?.name ?? t`Choose a site`}</option>}
                {(chosen === '' && only ? [] : optionsFor(chosen)).map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.name}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Field id={type.id} label={<Trans>Account type</Trans>} error={type.error}>
              <SelectInput {...type.control}>
                {entryTypes.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {t(label)}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Button size="small" onClick={() => removeEntry(at)}>
              {t`Remove site ${at + 1}`}
            </Button>
          </div>
        )
      })}
      <FieldError id={id}>{error}</FieldError>
      {hasNoSites ? (
        <NoSites id={`${id}-add`} />
      ) : (
        <Button id={`${id}-add`} size="small" onClick={add}>
          <Trans>Add a site</Trans>
        </Button>
      )}
    </fieldset>
  )
}

interface Site {
  id: string
  name: string
}

/** Whether there is nothing to choose, so that an entry could have no site. */
export const useHasNoSites = (): boolean => useSites('')?.items.length === 0

/** The site that an entry means while none was chosen: the only one, where there is one alone. */
export function useOnlySite(): Site | undefined {
  const [only, another] = useSites('')?.items ?? []
  return another ? undefined : only
}

function useSites(search: string) {
  const query = { search: search === '' ? undefined : search }
  return useQuery({
    queryKey: [listSiteOptionsEndpoint.path, query],
    queryFn: ({ signal }) => api.call(listSiteOptionsEndpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
  }).data
}
