import { Trans, useLingui } from '@lingui/react/macro'
import { LastName } from '@gatehouse/validation/fields'
import { languages } from '@gatehouse/validation/vocabulary'
import { languageNames } from '@gatehouse/i18n/language-names'
import * as v from 'valibot'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'

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
