import { Field } from '@gatehouse/ui/core/field'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { listReportPeopleEndpoint } from '@gatehouse/validation/endpoints/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

interface PersonSelectProps {
  id: string
  /** A visit of the person; empty where none is chosen. */
  value: string
  onChange: (record: string) => void
  /** The id of the client whose people are offered, for users who work with all clients. */
  client?: string | undefined
  error?: ReactNode
}

/** The person whose contacts are requested: found by name, or among the latest visitors. */
export function PersonSelect({ id, value, onChange, client, error }: PersonSelectProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const query = { search: search || undefined, chosen: value || undefined }
  const { data } = useQuery({
    ...endpointQuery(listReportPeopleEndpoint, { query }, { client }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Field label={<Trans>Find a person</Trans>}>
        <TextInput value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />
      </Field>
      <Field id={id} label={<Trans>Person</Trans>} error={error}>
        <SelectInput value={value} onChange={({ target }) => onChange(target.value)} required>
          {value === '' && <option value="">{t`Choose a person`}</option>}
          {data?.items.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  )
}
