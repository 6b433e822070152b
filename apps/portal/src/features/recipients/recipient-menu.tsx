import { FooterNote } from '@gatehouse/ui/aria/drawer'
import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import {
  type Recipient,
  testRecipientEndpoint,
  deleteRecipientEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { queryClient } from '@gatehouse/api-client/query-client'
import { api } from '../../lib/api.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { alertsQuery, renewRecipients } from './queries.ts'
import { useChannelNames } from './recipient-words.ts'
import type { Opened } from './recipients-page.tsx'
import { Question } from '../../lib/forms/question.tsx'

interface RecipientMenuProps {
  recipient: Recipient
  onOpen: (opened: Opened) => void
}

/** What can be done with one recipient. */
export function RecipientMenu({ recipient, onOpen }: RecipientMenuProps) {
  const { t } = useLingui()
  const { id, name } = recipient
  const namesOf = useChannelNames()
  const test = useMutation({
    mutationFn: () => api.call(testRecipientEndpoint, { params: { id } }),
    onSuccess: async ({ channels }) => {
      const names = namesOf(channels)
      toast('success', t`A test is being sent: ${names}`)
      await queryClient.invalidateQueries(alertsQuery(id))
    },
    onError: toastError,
  })
  if (!recipient.editable)
    return (
      <FooterNote>
        <Trans>Your account can’t change this.</Trans>
      </FooterNote>
    )
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem
        inFooter="other"
        isBusy={test.isPending}
        onAction={() => test.mutate()}
      >{t`Send test`}</MenuItem>
      <MenuItem inFooter="main" onAction={() => onOpen({ window: 'edit', recipient })}>{t`Edit`}</MenuItem>
      <MenuItem onAction={() => onOpen({ window: 'delete', recipient })}>{t`Delete`}</MenuItem>
    </Menu>
  )
}

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
