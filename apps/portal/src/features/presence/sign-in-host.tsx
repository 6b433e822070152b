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

/** The values of whom the visitor comes to see: the name, and the id of the person where it was picked. */
export interface HostValues {
  host: string
  host_id: string
}

export const hostOptionsQuery = (method: string, search = '') =>
  endpointQuery(listHostOptionsEndpoint, { query: { method, search: search || undefined } })

/** Whom the visitor comes to see: one of the people of the site, who is told, or a name that is only noted. */
export function SignInHost<Values extends HostValues>({
  form,
  method,
}: {
  form: FieldsForm<Values>
  method: string
}) {
  // The form has these fields, whatever else it has.
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
    // Whoever types a whole name means the one person who has it. The text stays, so that typing goes on.
    if (onlyId !== undefined) pick(onlyId)
  }, [onlyId, pick])
  useEffect(() => {
    // Who was picked has left meanwhile. The lists that were read before still name them.
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
        label={<Trans>Whom do they visit?</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={<Trans>Choose somebody of the site, who is told at once, or type another name.</Trans>}
        error={error}
        options={people.map((person) => ({ id: person.id, label: person.name, hint: person.email }))}
        value={{ id: picked.value === '' ? null : picked.value, text: text.value }}
        onChange={change}
        maxLength={limits.hosts.characters}
        note={
          data?.has_more ? (
            <Trans>There are more. Type a part of the name.</Trans>
          ) : (
            isFound && people.length === 0 && <Trans>Nobody of this site has this name.</Trans>
          )
        }
      />
      <p role="status" className={styles.outcome}>
        {picked.value !== '' ? (
          <Trans>{name} is told at once.</Trans>
        ) : (
          isFound && name !== '' && <Trans>The name is only noted. Nobody is told.</Trans>
        )}
      </p>
    </div>
  )
}

/** A longer search is refused. Nobody has so long a name. */
const SEARCH_CHARACTERS = 100
