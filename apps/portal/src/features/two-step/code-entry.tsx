import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { CodeInput } from '@gatehouse/ui/core/code-input'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { checkRecoveryCode } from '@gatehouse/validation/recovery-codes'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { formatWait } from '../../lib/wait.ts'
import { verifyCode } from './queries.ts'
import { verifyErrorOf, type VerifyError } from './verify-error.ts'

export type CodeKind = 'totp' | 'recovery-codes'

interface CodeEntryProps {
  /** The account's second factors. */
  methods: readonly { type: CodeKind }[]
  /** Offers to remember this device: at the login. */
  canRemember?: boolean
  onPassed: (result: { rememberToken: string | undefined }) => Promise<void> | void
  /** The message beside the field of a wrong code. */
  wrongMessages?: Record<CodeKind, MessageDescriptor>
  /** The action after too many wrong codes of this session. Nothing else is offered then. */
  spentAction?: ReactNode
  /** Leaves the step; shown below the other buttons. */
  cancelAction?: ReactNode
}

const MUTATION = 'verify-code'
const ID = 'code'

const defaultWrongMessages: Record<CodeKind, MessageDescriptor> = {
  totp: msg`Incorrect verification code. Please try again.`,
  'recovery-codes': msg`Invalid recovery code`,
}

/** A code of the authenticator app, or a recovery code instead. */
export function CodeEntry({
  methods,
  canRemember = false,
  onPassed,
  wrongMessages = defaultWrongMessages,
  spentAction,
  cancelAction,
}: CodeEntryProps) {
  const { t } = useLingui()
  const hasApp = methods.some(({ type }) => type === 'totp')
  const hasCodes = methods.some(({ type }) => type === 'recovery-codes')
  const [kind, setKind] = useState<CodeKind>(hasApp ? 'totp' : 'recovery-codes')
  const [code, setCode] = useState('')
  const [wrongs, setWrongs] = useState(0)
  const [error, setError] = useState<MessageDescriptor>()
  /** The error is from the server. */
  const [wasWrong, setWasWrong] = useState(false)
  const [failure, setFailure] = useState<VerifyError>()
  const [isRemembered, setRemembered] = useState(false)
  const isApp = kind === 'totp'

  const queryClient = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationKey: [MUTATION],
    mutationFn: verifyCode,
    // A code must not stay cached when the form is gone.
    gcTime: 0,
    onSuccess: async ({ valid, rememberToken }) => {
      if (valid) return onPassed({ rememberToken })
      setWrongs((before) => before + 1)
      setWasWrong(true)
      setError(wrongMessages[kind])
      if (isApp) setCode('')
      else focusField(ID)
    },
    onError: (reason) => {
      const failed = verifyErrorOf(reason)
      setFailure(failed)
      if (failed.kind !== 'failed') setCode('')
    },
  })
  const read = (typed: string) => (isApp ? readDigits(typed) : checkRecoveryCode(typed))

  const verify = (typed: string) => {
    // A second press may come before React renders again.
    if (queryClient.isMutating({ mutationKey: [MUTATION] }) > 0) return
    setFailure(undefined)
    setWasWrong(false)
    const result = read(typed)
    if ('error' in result) {
      setError(fieldMessages[result.error])
      return focusField(ID)
    }
    setError(undefined)
    mutate({ type: kind, code: result.code, ...(isApp && canRemember && { remember: isRemembered }) })
  }
  /** An error disappears once the code can be right; a server error when the code changes. */
  const type = (typed: string) => {
    if (isPending) return
    setCode(typed)
    if (wasWrong || !('error' in read(typed))) setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify(code)
  }
  const change = (to: CodeKind) => {
    setKind(to)
    setCode('')
    setError(undefined)
    setWrongs(0)
  }

  if (failure?.kind === 'spent') return <VerifyNotice failure={failure} spentAction={spentAction} />
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        {failure && <VerifyNotice failure={failure} spentAction={spentAction} />}
        {isApp ? (
          <Field
            key="totp"
            id={ID}
            label={<Trans>Verification code</Trans>}
            hint={<Trans>Enter the 6-digit code that your authenticator app shows.</Trans>}
            error={error && t(error)}
          >
            <CodeInput
              value={code}
              onChange={type}
              onComplete={verify}
              length={limits.verificationCodeDigits}
              shake={wrongs}
              autoFocus
            />
          </Field>
        ) : (
          <Field
            key="recovery"
            id={ID}
            label={<Trans>Recovery code</Trans>}
            hint={
              <Trans>
                One of the codes you saved when you set up two-step authentication. Each works once.
              </Trans>
            }
            error={error && t(error)}
          >
            <TextInput
              value={code}
              onChange={(event) => type(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
              required
            />
          </Field>
        )}
        {isApp && canRemember && (
          <CheckboxInput
            label={
              <Trans>
                Remember this device for{' '}
                <Plural value={limits.rememberTwoStepDays} one="# day" other="# days" />
              </Trans>
            }
            checked={isRemembered}
            onChange={(event) => setRemembered(event.target.checked)}
          />
        )}
        <Button type="submit" kind="primary" full busy={isPending}>
          <Trans>Verify</Trans>
        </Button>
        {isApp && hasCodes && (
          <Button kind="quiet" full onClick={() => change('recovery-codes')}>
            <Trans>Use a recovery code instead</Trans>
          </Button>
        )}
        {!isApp && hasApp && (
          <Button kind="quiet" full onClick={() => change('totp')}>
            <Trans>Use a verification code instead</Trans>
          </Button>
        )}
        {cancelAction}
      </Stack>
    </form>
  )
}

function readDigits(typed: string): { code: string } | { error: 'code_digits' } {
  return typed.length === limits.verificationCodeDigits ? { code: typed } : { error: 'code_digits' }
}

interface VerifyNoticeProps {
  failure: VerifyError
  spentAction: ReactNode
}

function VerifyNotice({ failure, spentAction }: VerifyNoticeProps) {
  const language = useLanguage()
  switch (failure.kind) {
    case 'locked': {
      const wait = formatWait(failure.seconds, language)
      return (
        <Notice kind="danger" live="assertive" title={<Trans>Too many wrong codes</Trans>}>
          <Trans>You can try again {wait}.</Trans>
        </Notice>
      )
    }
    case 'spent':
      return (
        <Notice
          kind="danger"
          live="assertive"
          title={<Trans>Too many wrong codes</Trans>}
          action={spentAction}
        >
          <Trans>Please log in again.</Trans>
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          kind="danger"
          live="assertive"
          title={<Trans>Error validating Two-Step Authentication. Please try again later.</Trans>}
        />
      )
  }
}

interface SecondFactorProps {
  methods: readonly { type: CodeKind }[]
  onPassed: (result: { rememberToken: string | undefined }) => Promise<void>
  onLogOut: () => Promise<void>
}

/** The step of the login after the password. */
export function SecondFactor({ methods, onPassed, onLogOut }: SecondFactorProps) {
  const logOut = useMutation({ mutationFn: onLogOut })
  const isLeaving = logOut.isPending || logOut.isSuccess
  return (
    <CodeEntry
      methods={methods}
      canRemember
      onPassed={onPassed}
      wrongMessages={{
        totp: msg`Login failed. Invalid verification code.`,
        'recovery-codes': msg`Login failed. Invalid recovery code.`,
      }}
      spentAction={
        <Button kind="primary" busy={isLeaving} onClick={() => logOut.mutate()} autoFocus>
          <Trans>Log in again</Trans>
        </Button>
      }
      cancelAction={
        <Button kind="quiet" full busy={isLeaving} onClick={() => logOut.mutate()}>
          <Trans>Cancel and log out</Trans>
        </Button>
      }
    />
  )
}
