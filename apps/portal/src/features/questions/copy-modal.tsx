import { copyQuestionEndpoint, type ManagedQuestion } from '@gatehouse/validation/endpoints/questions'
import { Trans } from '@lingui/react/macro'
import { useController } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'

interface CopyValues {
  site_id: string
}

interface CopyModalProps {
  question: ManagedQuestion
  onCopied: (copy: ManagedQuestion) => Promise<unknown>
  onClose: () => void
}

/** Copies a question to a site, where it is edited by itself from then on. */
export function CopyModal({
  question: { id, name, text, client_id: client },
  onCopied,
  onClose,
}: CopyModalProps) {
  return (
    <FormModal<CopyValues, typeof copyQuestionEndpoint.body>
      id="copy-question"
      title={<Trans>Copy {name || text}</Trans>}
      schema={copyQuestionEndpoint.body}
      values={{ site_id: '' }}
      fields={[
        {
          type: 'custom',
          key: 'intro',
          edits: null,
          render: () => (
            <p>
              <Trans>
                The copy is a question of its own: later changes of one do not reach the other. It is for the
                visitor roles of that site that have the same names. To ask this very question at another site
                too, edit it and tick the site.
              </Trans>
            </p>
          ),
        },
        {
          type: 'custom',
          key: 'site',
          edits: null,
          render: (form) => <SiteField form={form} client={client} />,
        },
      ]}
      submitLabel={<Trans>Copy</Trans>}
      submit={async (body) => onCopied(await api.call(copyQuestionEndpoint, { params: { id }, body }))}
      onClose={onClose}
    />
  )
}

function SiteField({ form, client }: { form: FieldsForm<CopyValues>; client: string }) {
  const { id, error } = form.field('site_id')
  const { field } = useController({ control: form.control, name: 'site_id' })
  const { value, onChange, ...control } = field
  return (
    <SiteSelect
      {...control}
      id={id}
      chosen={value}
      client={client}
      onChoose={onChange}
      label={<Trans>Site</Trans>}
      error={error && <Trans>Please choose a site</Trans>}
    />
  )
}
