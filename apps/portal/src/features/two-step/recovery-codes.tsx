import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { writeCodesFile } from './codes-file.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './recovery-codes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  account: string
  level: 2 | 3
  isReminded: boolean
}

/**
 * A new set of recovery codes. They are shown only once, so leaving the page needs a confirmation.
 */
export function RecoveryCodes({ codes, account, level, isReminded }: RecoveryCodesProps) {
  const text = useCodesText(codes, account)
  const [isBlocked, setBlocked] = useState(false)
  useBlocker({
    shouldBlockFn: ({ next }) => {
      // The end of a session still leads to the login.
      if (next.pathname === '/login') return false
      setBlocked(true)
      return true
    },
    enableBeforeUnload: true,
  })
  return (
    <>
      <FocusHeading level={level}>
        <Trans>Save your recovery codes</Trans>
      </FocusHeading>
      <p>
        <Trans>
          If you lose your phone, log in with one of these codes. Each works once, and they are shown only
          now.
        </Trans>
      </p>
      {(isReminded || isBlocked) && (
        <Notice kind="caution" live="assertive" title={<Trans>These codes are not active yet</Trans>}>
          <Trans>Confirm that you saved them, or cancel them.</Trans>
        </Notice>
      )}
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={codes.join('\n')}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button size="small" icon={<Download size={16} />} onClick={() => download(text)}>
          <Trans>Download</Trans>
        </Button>
        <Button size="small" icon={<Printer size={16} />} onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      {createPortal(<pre className={styles.sheet}>{text}</pre>, document.body)}
    </>
  )
}

function useCodesText(codes: readonly string[], account: string): string {
  const { t } = useLingui()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const site = location.host
  const date = formatDateTime(now, language, ownTimeZone())
  return writeCodesFile({
    title: t`Gatehouse recovery codes`,
    facts: [t`Site: ${site}`, t`Account: ${account}`, t`Date: ${date}`],
    advice: t`Each code works once, instead of a code from your authenticator app. Keep them safe, and not on the phone with the app.`,
    codes,
  })
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'gatehouse-recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The id of the form, for the submit button outside it. */
export const SAVED_FORM = 'saved-codes'
const SAVED = 'saved-codes-tick'

/** The user confirms that the codes are saved, which the set-up requires. */
export function ConfirmSavedForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui()
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTicked = new FormData(event.currentTarget).has('saved')
    setMissing(!isTicked)
    if (isTicked) onSaved()
    else focusField(SAVED)
  }
  return (
    <form id={SAVED_FORM} noValidate onSubmit={submit} onInput={() => setMissing(false)}>
      <CheckboxInput
        id={SAVED}
        name="saved"
        label={<Trans>I have saved these codes</Trans>}
        error={isMissing ? t`Save the codes first, then tick this.` : undefined}
        required
      />
    </form>
  )
}
