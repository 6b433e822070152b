import { type ApiKey, revokeApiKeyEndpoint } from '@gatehouse/validation/endpoints/api-keys'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'

interface RevokeQuestionProps {
  apiKey: ApiKey
  onRevoked: () => Promise<unknown>
  onClose: () => void
}

export function RevokeQuestion({ apiKey: { id, name }, onRevoked, onClose }: RevokeQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Revoke the key {name}?</Trans>}
      confirmLabel={<Trans>Revoke</Trans>}
      act={() => api.call(revokeApiKeyEndpoint, { params: { id } })}
      onDone={async () => {
        toast('success', t`The key has been revoked.`)
        await onRevoked()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>Apps using this key lose access immediately. You can’t undo this.</Trans>
    </Question>
  )
}
