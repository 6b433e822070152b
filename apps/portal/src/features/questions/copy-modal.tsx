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

/** Copies a question to a site, where it is edited by itself from then on. */
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
                The copy is a question of its own: later changes of one do not reach the other. It is for the
                visitor roles of that site that have the same names; where there are none, it is off until you
                choose its roles. To ask this very question at another site too, edit it and tick the site.
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

/** What the editor knows of a copy is a question. */
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
        t`No visitor role of ${site} has the name ${roles}, so the copy is off. Choose its roles, then enable it.`,
      )
    if (!enabled) return say(t`The copy is off, as the first question is.`)
    if (missing.length > 0)
      return say(t`No visitor role of ${site} has the name ${roles}; the other roles are asked.`)
    return toast('success', said, { timeout: COPIED_MS })
  }
}

/** The editor of the copy opens meanwhile. */
const COPIED_MS = 10_000
