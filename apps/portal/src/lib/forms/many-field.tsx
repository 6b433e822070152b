import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { type CustomField, type FieldsForm, useFormField } from './form-fields.tsx'

export interface Named {
  id: string
  name: string
}

export const idsOf = (items: readonly Named[]) => items.map(({ id }) => id)

interface ManyFieldOptions<Values extends FieldValues> {
  /** The name of a value of type `Named[]`. */
  name: Path<Values>
  legend: ReactNode
  hint?: ReactNode
  searchLabel: ReactNode
  /** The query key of the options. */
  queryKey: string
  /** The client whose items are offered. */
  client: string | undefined
  find: (search: string | undefined, options: FindOptions) => Promise<OptionsPage>
  isShown?: (values: Values) => boolean
}

interface FindOptions {
  signal: AbortSignal
  client: string | undefined
}

/**
 * Any number of items, ticked in a list. Where there are too many to read, a search comes first.
 */
export function manyField<Values extends FieldValues>(
  options: ManyFieldOptions<Values>,
): CustomField<Values> {
  const { name, legend, isShown } = options
  return {
    type: 'custom',
    key: name,
    render: (form) => <ManyInput {...options} form={form} />,
    edits: {
      name,
      label: legend,
      text: (values) => (values[name] as Named[]).map((one) => one.name).join(', ') || '–',
    },
    ...(isShown && { isShown }),
  }
}

function ManyInput<Values extends FieldValues>({
  form,
  name,
  legend,
  hint,
  searchLabel,
  queryKey,
  client,
  find,
}: ManyFieldOptions<Values> & { form: FieldsForm<Values> }) {
  const { value, onChange, ref: _, ...field } = useFormField(form, name)
  const chosen = value as unknown as Named[]
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const optionsOf = (text: string) => ({
    queryKey: [queryKey, 'for a form', client, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => find(text || undefined, { signal, client }),
    placeholderData: keepPreviousData,
  })
  const all = useQuery(optionsOf('')).data
  const found = useQuery(optionsOf(search)).data
  const isChosen = new Set(idsOf(chosen))
  const offered = [...chosen, ...(found?.items.filter(({ id }) => !isChosen.has(id)) ?? [])]
  // Without options there is no field.
  if (all?.items.length === 0 && chosen.length === 0) return null
  return (
    <Stack>
      {all?.has_more && (
        <Field label={searchLabel}>
          <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <ChoiceList
        {...field}
        type="checkbox"
        legend={legend}
        hint={hint}
        choices={offered.map((one) => ({ value: one.id, label: one.name }))}
        value={[...isChosen]}
        onChange={(ids) =>
          onChange(offered.flatMap(({ id, name: text }) => (ids.includes(id) ? { id, name: text } : [])))
        }
      />
    </Stack>
  )
}
