import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { useErrorMessage } from '../errors.ts'
import type { FormErrors } from './form-errors.ts'
import styles from './form-notices.module.css'

interface FormNoticesProps {
  form: FormErrors & {
    /** How often the form was refused. */
    attempt: number
    /** Why the server refused the form, where no field is to blame. */
    failure: unknown
  }
  /** The title of a failure; its reason is below. */
  failed?: ReactNode
  /** Leaves out the reason, where `failed` says everything. */
  withoutReason?: boolean | undefined
}

/**
 * The errors of a form above its fields: links to the wrong fields, or why the server refused the
 * form.
 */
export function FormNotices({
  form: { attempt, errors, others, failure },
  failed,
  withoutReason,
}: FormNoticesProps) {
  const reasonOf = useErrorMessage()
  const title = <Trans>Please check these fields</Trans>
  const reason = withoutReason === true || failure === undefined ? undefined : reasonOf(failure)
  return (
    <>
      {others.length > 0 && (
        <FailureNotice key={`others ${attempt}`} title={failed ?? title}>
          {others.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </FailureNotice>
      )}
      {/* It stays while an item of a list is removed, which clears all errors for a moment. */}
      {attempt > 0 && <ErrorSummary key={attempt} title={title} errors={errors} />}
      {failure !== undefined && errors.length + others.length === 0 && (
        <FailureNotice key={`failure ${attempt}`} title={failed ?? reason}>
          {failed !== undefined && reason}
        </FailureNotice>
      )}
    </>
  )
}

/** It takes the focus, so that it scrolls into view above a long form. */
function FailureNotice({ title, children }: { title: ReactNode; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} className={styles.failure} tabIndex={-1}>
      <Notice kind="danger" live="assertive" title={title}>
        {children}
      </Notice>
    </div>
  )
}
