import {
  deleteRecipientEndpoint,
  type Recipient,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewRecipients } from './queries.ts'

interface DeleteQuestionProps {
  recipient: Recipient
  onClose: () => void
}

export function DeleteQuestion({ recipient: { id, name }, onClose }: DeleteQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Delete the recipient?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      act={() => api.call(deleteRecipientEndpoint, { params: { id } })}
      onDone={async () => {
        toast('success', t`${name} is no longer a recipient.`)
        await renewRecipients()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>
        {name} then gets the same notifications in the app as others with the same rights, and nothing by
        email or text message.
      </Trans>
    </Question>
  )
}
