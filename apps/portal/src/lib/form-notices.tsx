import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useErrorMessage } from './errors.ts'
import type { Form } from './use-form.ts'

interface FormNoticesProps {
  form: Pick<Form, 'attempt' | 'errors' | 'failure'>
  /** What a refusal means here; the reason stands below it. */
  failed?: ReactNode
  /** Leaves the reason out, where `failed` says all there is to say. */
  withoutReason?: boolean
}

/** What is wrong with a form as a whole: its fields with links to them, or why the server did not take it. */
export function FormNotices({ form: { attempt, errors, failure }, failed, withoutReason }: FormNoticesProps) {
  const reasonOf = useErrorMessage()
  if (errors.length > 0) {
    return <ErrorSummary key={attempt} title={<Trans>Please check these fields</Trans>} errors={errors} />
  }
  if (failure === undefined) return null
  const reason = withoutReason === true ? undefined : reasonOf(failure)
  return (
    <Notice key={attempt} kind="danger" live="assertive" title={failed ?? reason}>
      {failed !== undefined && reason}
    </Notice>
  )
}
