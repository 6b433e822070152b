import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { NameComboBox, type NamedOption } from '@gatehouse/ui/aria/name-combo-box'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { listHostOptionsEndpoint } from '@gatehouse/validation/endpoints/presence-changes'
import { limits } from '@gatehouse/validation/limits'
import { onlyHost } from '@gatehouse/validation/only-host'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import styles from './sign-in-host.module.css'

/** The person visited: the name, and the id where the person was picked. */
export interface HostValues {
  host: string
  host_id: string
}

export const hostOptionsQuery = (method: string, search = '') =>
  endpointQuery(listHostOptionsEndpoint, { query: { method, search: search || undefined } })

/**
 * The person visited: one of the site's people, who is notified, or a name that is only recorded.
 */
export function SignInHost<Values extends HostValues>({
  form,
  method,
}: {
  form: FieldsForm<Values>
  method: string
}) {
  // The form has these fields, whatever others it has.
  const { control, field } = form as unknown as FieldsForm<HostValues>
  const { id, error } = field('host')
  const { field: text } = useController({ control, name: 'host' })
  const { field: picked } = useController({ control, name: 'host_id' })
  const [search, setSearch] = useState('')
  const [, setTyped] = useDebouncedText(search, setSearch)
  const { data, isPlaceholderData } = useQuery({
    ...hostOptionsQuery(method, search.slice(0, SEARCH_CHARACTERS)),
    placeholderData: keepPreviousData,
  })
  const people = data?.items ?? []
  const name = text.value.trim()
  const isFound = data !== undefined && !isPlaceholderData && search === name
  const only = isFound && picked.value === '' ? onlyHost(name, people) : undefined
  const onlyId = only?.id
  const { onChange: pick } = picked
  useEffect(() => {
    // A whole name means the one person who has it. The text stays, so that typing can go on.
    if (onlyId !== undefined) pick(onlyId)
  }, [onlyId, pick])
  useEffect(() => {
    // The picked person has left since. The cached lists still have them.
    if (error !== undefined) void queryClient.invalidateQueries({ queryKey: [listHostOptionsEndpoint.path] })
  }, [error])
  const change = (value: NamedOption) => {
    setTyped(value.text)
    text.onChange(value.text)
    picked.onChange(value.id ?? '')
  }
  return (
    <div>
      <NameComboBox
        id={id}
        name="host"
        label={<Trans>Who are they visiting?</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={<Trans>Choose a person at the site to notify them at once, or type another name.</Trans>}
        error={error}
        options={people.map((person) => ({ id: person.id, label: person.name, hint: person.email }))}
        value={{ id: picked.value === '' ? null : picked.value, text: text.value }}
        onChange={change}
        maxLength={limits.hosts.characters}
        note={
          data?.has_more ? (
            <Trans>There are more. Type part of the name.</Trans>
          ) : (
            isFound && people.length === 0 && <Trans>No one at this site has this name.</Trans>
          )
        }
      />
      <p role="status" className={styles.outcome}>
        {picked.value !== '' ? (
          <Trans>{name} is notified at once.</Trans>
        ) : (
          isFound && name !== '' && <Trans>The name is only recorded. No one is notified.</Trans>
        )}
      </p>
    </div>
  )
}

/** The server refuses a longer search. No name is that long. */
const SEARCH_CHARACTERS = 100
