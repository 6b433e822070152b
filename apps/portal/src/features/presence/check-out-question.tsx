import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BulkQuestion } from '../../lib/list/bulk-question.tsx'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'

/**
 * Asks when people left, and why they did not check out themselves. For one person the reason is
 * optional.
 */
export function CheckOutQuestion({
  isTimeRefused = false,
  ...props
}: BulkQuestionProps & { isTimeRefused?: boolean }) {
  const { t } = useLingui()
  const { count, onRun, typed } = props
  const [at, setAt] = useState(typed?.['at'] ?? '')
  const [reason, setReason] = useState(typed?.['reason'] ?? '')
  const [isMissing, setMissing] = useState(false)
  const isNeeded = count > 1
  const confirm = () => {
    const isEmpty = normaliseName(reason) === ''
    setMissing(isNeeded && isEmpty)
    if (!isNeeded || !isEmpty) onRun({ reason, ...(at !== '' && { at }) })
  }
  const optional = <Trans>(optional)</Trans>
  return (
    <BulkQuestion
      {...props}
      text={<Plural value={count} one="For # person." other="For # visits, with their dependants." />}
      onConfirm={confirm}
      isDirty={at !== (typed?.['at'] ?? '') || reason !== (typed?.['reason'] ?? '')}
    >
      <Field
        label={<Trans>Left</Trans>}
        optional={optional}
        hint={<Trans>In the site’s time zone. Defaults to now.</Trans>}
        error={isTimeRefused && t(fieldMessages.time_outside_visit)}
      >
        <TextInput
          type="datetime-local"
          value={at}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setAt(target.value)}
        />
      </Field>
      <Field
        label={<Trans>Reason</Trans>}
        {...(!isNeeded && { optional })}
        hint={<Trans>Shown in the log next to the check-out.</Trans>}
        error={isMissing && <Trans>Please enter a reason</Trans>}
      >
        <TextInput
          value={reason}
          maxLength={limits.reasonCharacters}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </BulkQuestion>
  )
}
