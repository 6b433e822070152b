import { NameComboBox, type NamedOption } from '@gatehouse/ui/aria/name-combo-box'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { CodeInput } from '@gatehouse/ui/core/code-input'
import { Field } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextArea, TextInput } from '@gatehouse/ui/core/text-input'
import { FilterSelect } from '@gatehouse/ui/staff/filter-select'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SampleColumns, Samples } from './samples.tsx'
import { LastName } from '@gatehouse/validation/fields'
import { languages } from '@gatehouse/validation/vocabulary'
import { languageNames } from '@gatehouse/i18n/language-names'
import * as v from 'valibot'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'

export function FieldSamples() {
  const { t } = useLingui()
  const [code, setCode] = useState('123')
  const [state, setState] = useState<'all' | 'overdue'>('all')
  const [search, setSearch] = useState('')
  const [named, setNamed] = useState<NamedOption>({ id: null, text: '' })
  const [one, setOne] = useState<string>()
  const [many, setMany] = useState<string[]>(['dock'])
  const sites = [
    { id: 'stadium', label: t`Stadium` },
    { id: 'dock', label: t`Dock`, hint: t`With a hint` },
    { id: 'shed', label: t`Shed` },
  ]
  const choices = sites.map(({ id, label }) => ({ value: id, label, disabled: id === 'shed' }))
  return (
    <Samples title={<Trans>Fields</Trans>}>
      <SampleColumns>
        <Field label={t`Name`}>
          <TextInput defaultValue="Amelia Álvarez" />
        </Field>
        <Field label={t`Name`} hint={t`With a hint`} optional={t`(optional)`}>
          <TextInput placeholder={t`Placeholder`} />
        </Field>
        <Field label={t`Email`} error={t`Please enter a valid email address`}>
          <TextInput type="email" defaultValue="amelia@" />
        </Field>
        <Field label={t`Name`}>
          <TextInput disabled defaultValue="Amelia Álvarez" />
        </Field>
        <Field label={t`Password`}>
          <PasswordInput
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
          />
        </Field>
        <Field label={t`Comments`}>
          <TextArea rows={2} />
        </Field>
        <Field label={t`Site`}>
          <SelectInput defaultValue="dock">
            {sites.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Field label={t`Code`}>
          <CodeInput value={code} onChange={setCode} />
        </Field>
        <NameComboBox
          id="sample-name"
          name="site"
          label={t`Site`}
          options={sites}
          value={named}
          onChange={setNamed}
        />
        <SearchField label={t`Search`} clearLabel={t`Clear the search`} value={search} onChange={setSearch} />
        <FilterSelect
          label={t`State`}
          value={state}
          options={[
            { value: 'all', label: t`All` },
            { value: 'overdue', label: t`Overdue` },
          ]}
          onChange={setState}
        />
        <ChoiceList type="radio" legend={t`One of them`} choices={choices} value={one} onChange={setOne} />
        <ChoiceList
          type="checkbox"
          legend={t`Several of them`}
          hint={t`With a hint`}
          error={t`Please choose a site`}
          choices={choices}
          value={many}
          onChange={setMany}
        />
        <CheckboxInput label={t`Remember this device`} hint={t`With a hint`} defaultChecked />
      </SampleColumns>
    </Samples>
  )
}

const SampleInput = v.strictObject({
  name: LastName,
  language: v.picklist(languages),
  people: v.array(v.strictObject({ name: LastName })),
})

/** An editor with a list of items. It sends nothing. */
export function FormSample({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <FormModal
      id="sample"
      title={t`Form`}
      schema={SampleInput}
      values={{ name: t`Stadium`, language: 'en', people: [{ name: 'Amelia Álvarez' }] }}
      fields={[
        { name: 'name', label: t`Name` },
        {
          type: 'select',
          name: 'language',
          label: t`Language`,
          options: languages.map((code) => ({ value: code, label: languageNames[code] })),
        },
        {
          type: 'list',
          name: 'people',
          label: t`People`,
          addLabel: <Trans>Add a person</Trans>,
          removeLabel: (number) => t`Remove person ${number}`,
          newItem: { name: '' },
          fields: [{ name: 'name', label: t`Name` }],
        },
      ]}
      submit={async ({ name }) => {
        await Promise.resolve()
        toast('success', name)
      }}
      onClose={onClose}
    />
  )
}
