import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { type AccountType, accountTypes, userTypes } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BulkQuestion } from '../../lib/list/bulk-question.tsx'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'
import { accountTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { useIsAdmin } from '../../lib/use-session.ts'

/** Asks which account type the chosen people get. */
export function TypeQuestion(props: BulkQuestionProps) {
  const { t } = useLingui()
  const isAdmin = useIsAdmin()
  const [type, setType] = useState<AccountType>('Staff')
  const offered: readonly AccountType[] = isAdmin ? accountTypes : userTypes
  return (
    <BulkQuestion
      {...props}
      text={<People count={props.count} />}
      onConfirm={() => props.onRun({ user_type: type })}
    >
      <Field label={<Trans>Account type</Trans>} hint={<Trans>They get it at each of their sites.</Trans>}>
        <SelectInput value={type} onChange={({ target }) => setType(target.value as AccountType)}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {t(accountTypeLabels[one])}
            </option>
          ))}
        </SelectInput>
      </Field>
    </BulkQuestion>
  )
}

/** Warns that it can't be undone. */
export function PinsQuestion(props: BulkQuestionProps) {
  const { sendsMail } = runtimeConfig
  return (
    <BulkQuestion
      {...props}
      text={<People count={props.count} />}
      isDanger
      onConfirm={sendsMail ? () => props.onRun({}) : undefined}
    >
      <p>
        {sendsMail ? (
          <Trans>The current PINs stop working at once. New ones are emailed.</Trans>
        ) : (
          <Trans>
            This installation can’t send email. Choose New access PIN in each person’s menu: it is shown once.
          </Trans>
        )}
      </p>
    </BulkQuestion>
  )
}

/** Asks why the chosen accounts are rejected. */
export function ReasonQuestion(props: BulkQuestionProps) {
  const [reason, setReason] = useState(props.typed?.['reason'] ?? '')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    const isEmpty = normaliseName(reason) === ''
    setMissing(isEmpty)
    if (!isEmpty) props.onRun({ reason })
  }
  return (
    <BulkQuestion
      {...props}
      text={<People count={props.count} />}
      isDanger
      onConfirm={confirm}
      isDirty={reason !== (props.typed?.['reason'] ?? '')}
    >
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
    </BulkQuestion>
  )
}

function People({ count }: Pick<BulkQuestionProps, 'count'>) {
  return <Plural value={count} one="For # person." other="For # people." />
}
