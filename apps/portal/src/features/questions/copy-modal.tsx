import { fieldMessages } from '@gatehouse/i18n/field-messages'
import {
  copyQuestionEndpoint,
  type CopiedQuestion,
  type ManagedQuestion,
} from '@gatehouse/validation/endpoints/questions'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { siteField } from '../../lib/site-select/site-field.tsx'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { toast } from '../../lib/toaster.ts'

interface CopyModalProps {
  question: ManagedQuestion
  onCopied: (copy: ManagedQuestion) => Promise<unknown>
  onClose: () => void
}

/** Copies a question to a site, where it is then edited separately. */
export function CopyModal({
  question: { id, name, text, client_id: client },
  onCopied,
  onClose,
}: CopyModalProps) {
  const tell = useTellCopied()
  const onlySite = useOnlySite({ client })
  return (
    <FormModal
      id="copy-question"
      title={<Trans>Copy {name || text}</Trans>}
      schema={copyQuestionEndpoint.body}
      values={{ site_id: '' }}
      read={({ site_id }) => ({ site_id: site_id || onlySite })}
      check={({ site_id }) => (site_id || onlySite ? {} : { site_id: fieldMessages.site_required })}
      fields={[
        {
          type: 'custom',
          key: 'intro',
          edits: null,
          render: () => (
            <p>
              <Trans>
                The copy is a separate question with the same roles. To use this question at another site,
                edit it and tick the site.
              </Trans>
            </p>
          ),
        },
        siteField('site_id', { client }),
      ]}
      submitLabel={<Trans>Copy</Trans>}
      submit={async (body, once) => {
        const { copied, ...result } = readCopy(
          await api.call(copyQuestionEndpoint, { params: { id }, headers: once, body }),
        )
        tell(copied, result)
        await onCopied(copied)
      }}
      onClose={onClose}
    />
  )
}

/** The copy as the editor's question. */
function readCopy({ missing_roles: missing, has_no_role: hasNoRole, ...copied }: CopiedQuestion) {
  return { copied, missing, hasNoRole }
}

/** Says that a question was copied, where to, and whether it is asked there. */
function useTellCopied() {
  const { t } = useLingui()
  return (
    { name, text, enabled, sites }: ManagedQuestion,
    { missing, hasNoRole }: Omit<ReturnType<typeof readCopy>, 'copied'>,
  ) => {
    const copied = name || text
    const site = sites[0]?.name ?? ''
    const roles = missing.join(', ')
    const said = t`${copied} has been copied to ${site}.`
    const say = (more: string) => toast('warning', `${said} ${more}`, { timeout: 0 })
    if (hasNoRole)
      return say(
        t`${site} has no visitor role named ${roles}, so the copy is disabled. Choose its roles, then enable it.`,
      )
    if (!enabled) return say(t`The copy is disabled, like the original.`)
    if (missing.length > 0)
      return say(t`${site} has no visitor role named ${roles}. The copy uses the other roles.`)
    return toast('success', said, { timeout: COPIED_MS })
  }
}

/** Long, because the editor of the copy opens at the same time. */
const COPIED_MS = 10_000
