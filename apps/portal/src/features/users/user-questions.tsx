import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { type AccountType, accountTypes, userTypes } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'
import { typeNames } from './user-words.ts'

const app = getRouteApi('/_app')

/** Asks which account type the chosen people get. */
export function TypeQuestion(props: BulkQuestionProps) {
  const { t } = useLingui()
  const isAdmin = app.useRouteContext({
    select: ({ session: { profile } }) => profile.admin || profile.site_admin,
  })
  const [type, setType] = useState<AccountType>('Staff')
  const offered: readonly AccountType[] = isAdmin ? accountTypes : userTypes
  return (
    <Question {...props} onConfirm={() => props.onRun({ user_type: type })}>
      <Field label={<Trans>Account type</Trans>} hint={<Trans>They get it at each of their sites.</Trans>}>
        <SelectInput value={type} onChange={({ target }) => setType(target.value as AccountType)}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {t(typeNames[one])}
            </option>
          ))}
        </SelectInput>
      </Field>
    </Question>
  )
}

/** Asks why the chosen accounts are rejected. */
export function ReasonQuestion(props: BulkQuestionProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') props.onRun({ reason })
  }
  return (
    <Question {...props} isDanger onConfirm={confirm}>
      <Field
        label={<Trans>Reason</Trans>}
        hint={<Trans>It is kept with the account.</Trans>}
        error={isMissing && <Trans>Please enter a reason</Trans>}
      >
        <TextInput
          value={reason}
          autoFocus
          maxLength={limits.reasonCharacters}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </Question>
  )
}

interface QuestionProps extends BulkQuestionProps {
  onConfirm: () => void
  isDanger?: boolean
  children: ReactNode
}

function Question({ action, count, isBusy, isDanger = false, onConfirm, onClose, children }: QuestionProps) {
  const { t } = useLingui()
  return (
    <Modal isOpen onClose={onClose} title={action} closeLabel={t`Close`}>
      <ModalBody>
        <Stack>
          <p>
            <Plural value={count} one="For # person." other="For # people." />
          </p>
          {children}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
