import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import type { QuestionValues } from './question-values.ts'

export interface Named {
  id: string
  name: string
}

interface ManyFieldProps {
  form: FieldsForm<QuestionValues>
  name: 'roles' | 'sites' | 'methods'
  legend: ReactNode
  hint?: ReactNode
  searchLabel: ReactNode
  /** Names the query of what is offered. */
  queryKey: string
  /** The client whose things are offered. */
  client: string | undefined
  find: (search: string | undefined, signal: AbortSignal) => Promise<OptionsPage>
}

/** Any number of things, ticked in a list. Where there are more than one can read, a search comes before it. */
export function ManyField({ form, name, legend, hint, searchLabel, queryKey, client, find }: ManyFieldProps) {
  const { id } = form.field(name)
  const { field } = useController({ control: form.control, name })
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const optionsOf = (text: string) => ({
    queryKey: [queryKey, 'for a question', client, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => find(text === '' ? undefined : text, signal),
    placeholderData: keepPreviousData,
  })
  const all = useQuery(optionsOf('')).data
  const found = useQuery(optionsOf(search)).data
  const chosen: readonly Named[] = form.values[name]
  const isChosen = new Set(chosen.map((one) => one.id))
  const offered = [...chosen, ...(found?.items.filter((one) => !isChosen.has(one.id)) ?? [])]
  // Without anything to choose there is nothing to ask.
  if (all?.items.length === 0 && chosen.length === 0) return null
  return (
    <Stack>
      {all?.has_more && (
        <Field label={searchLabel}>
          <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <ChoiceList
        type="checkbox"
        id={id}
        name={name}
        legend={legend}
        hint={hint}
        choices={offered.map((one) => ({ value: one.id, label: one.name }))}
        value={[...isChosen]}
        onChange={(ids) => field.onChange(offered.filter((one) => ids.includes(one.id)).map(toNamed))}
        onBlur={field.onBlur}
      />
    </Stack>
  )
}

const toNamed = ({ id, name }: Named): Named => ({ id, name })
