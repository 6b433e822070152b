import { languageNames, localeTags, shortLanguageNames } from '@gatehouse/i18n/language-names'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Button } from '@gatehouse/ui/core/button'
import { SuccessDrawing } from '@gatehouse/ui/core/outcome-drawings'
import { PhoneFrame } from '@gatehouse/ui/staff/phone-frame'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import type { MethodColours } from '@gatehouse/validation/colours'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { type Language, languages, type LookName } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { tokensOf } from '../../lib/preview/colour-tokens.ts'
import { type Scheme, SchemeChoice } from '../../lib/preview/scheme-choice.tsx'
import styles from './phone-preview.module.css'

interface PhonePreviewProps {
  look: LookName
  colours: MethodColours | null
  accent?: string | null
  logo?: ReactNode
  messages: { [Name in Language]?: string | undefined }
  siteName: string
}

/**
 * What a visitor's phone shows with these settings: the first step, and the confirmation with its
 * message.
 */
export function PhonePreview({ look, colours, accent, logo, messages, siteName }: PhonePreviewProps) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('en-au')
  const [scheme, setScheme] = useState<Scheme>('light')
  // A language without its own message shows another one, as on the server.
  const message = messages[language] || languages.map((other) => messages[other]).find(Boolean) || ''
  return (
    <section className={styles.preview} aria-label={t`Preview of the phone`}>
      <div className={styles.choices}>
        <SegmentedControl
          label={t`Language of the preview`}
          value={language}
          options={languages.map((code) => ({ value: code, label: shortLanguageNames[code] }))}
          onChange={setLanguage}
        />
        <SchemeChoice value={scheme} onChange={setScheme} />
      </div>
      <PhoneFrame look={look} logo={logo} scheme={scheme} style={tokensOf(colours, accent)} venue={siteName}>
        <div className={styles.pass}>
          <SuccessDrawing />
          <p className={styles.word}>
            <Trans>Signed In</Trans>
          </p>
          <p>Ana Silva</p>
        </div>
        <div className={styles.message} lang={localeTags[language]} title={languageNames[language]}>
          {message === '' ? (
            <p className={styles.none}>
              <Trans>No message</Trans>
            </p>
          ) : (
            paragraphsOf(message).map((paragraph, at) => <p key={at}>{paragraph}</p>)
          )}
        </div>
        <span className={styles.action} aria-hidden="true">
          <Button kind="primary" full tabIndex={-1}>
            <Trans>Check Out</Trans>
          </Button>
        </span>
      </PhoneFrame>
    </section>
  )
}

/** The logo of a method's client in a preview; undefined leaves that of the look. */
export const logoOf = ({ client_logo: logo, client_name: name }: SignInMethod): ReactNode =>
  logo === null ? undefined : <BrandLogo name={name} logo={logo} height={28} />

/** A blank line splits paragraphs. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
