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
        toast('success', t`${name} is no recipient any more.`)
        await renewRecipients()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>
        {name} is then told in the bell of what everybody with the same rights is told, and of nothing by mail
        or text message.
      </Trans>
    </Question>
  )
}
