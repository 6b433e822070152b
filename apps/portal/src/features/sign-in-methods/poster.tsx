import { localeTags } from '@gatehouse/i18n/language-names'
import { Logo, Mark } from '@gatehouse/ui/core/mark'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { logoUrl } from '@gatehouse/validation/brand'
import { isLoopbackUrl } from '@gatehouse/validation/loopback'
import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { QrCode } from '../../lib/qr-code.tsx'
import type { TextsInAllLanguages } from '../../lib/texts-in-all-languages.ts'
import { tokensOf } from '../../lib/preview/colour-tokens.ts'
import { localOnly, posterLanguages, posterSteps, posterTitle, withoutCamera } from './poster-texts.ts'
import styles from './poster.module.css'

export interface PosterProps {
  method: SignInMethod
  look: LookName
  texts: TextsInAllLanguages
}

/**
 * The poster of a method: its place, its code, its URL as text, and how it works. The browser lays
 * it out and prints it, because the server would need fonts and line breaking for every script.
 */
export function Poster({ method, look, texts }: PosterProps) {
  const { t } = useLingui()
  const { url, name, site_name: siteName, shown_look: ownLook, client_logo: logo } = method
  const languages = posterLanguages(method.client_language)
  const own = texts.get(languages[0])
  if (url === null || !own) return null
  return (
    <section
      className={styles.poster}
      aria-label={t`Poster of ${method.name}`}
      data-look={look}
      data-theme="light"
      // The method's colours were chosen for its own look.
      style={tokensOf(look === ownLook ? method.colours : null, method.client_accent)}
    >
      <div className={styles.layout} lang={localeTags[languages[0]]}>
        <div className={styles.band}>
          <span className={styles.largeMark}>
            <Mark look={look} />
          </span>
          <p className={styles.site} dir="auto" data-size={sizeOf(siteName, [20, 28, 70])}>
            {siteName}
          </p>
          <div className={styles.foot}>
            <p className={styles.method} dir="auto" data-size={sizeOf(name, [30])}>
              {name}
            </p>
            <span className={styles.brand}>
              {logo === null ? (
                <Logo look={look} />
              ) : (
                <img src={logoUrl(logo, 240)} alt={method.client_name} />
              )}
            </span>
          </div>
        </div>
        <QrCode text={url} ecc="Q" label={t`QR code of ${method.name}`} className={styles.code} />
        <Address url={url} texts={own} />
        <div className={styles.languages}>
          {languages.map((language) => (
            <Steps key={language} language={language} texts={texts.get(language) ?? own} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** For visitors who can't scan. Where phones can't reach the URL, the sheet says so instead. */
function Address({ url, texts }: { url: string; texts: I18n }) {
  if (isLoopbackUrl(url)) return <p className={styles.address}>{texts.t(localOnly)}</p>
  const shown = url.replace(/^https?:\/\//, '')
  return (
    <p className={styles.address} data-size={sizeOf(shown, [26, 40])}>
      <span className={styles.label}>{texts.t(withoutCamera)}</span> <bdi dir="ltr">{shown}</bdi>
    </p>
  )
}

function Steps({ language, texts }: { language: Language; texts: I18n }) {
  return (
    <div lang={localeTags[language]}>
      <p className={styles.title}>{texts.t(posterTitle)}</p>
      <ol className={styles.steps}>
        {posterSteps.map((step) => (
          <li key={step.id}>{texts.t(step)}</li>
        ))}
      </ol>
    </div>
  )
}

const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/u

/**
 * The size of a text by its length: 0 is the largest. An East Asian character is as wide as two
 * letters.
 * @param most how many letters fit at each size
 */
function sizeOf(text: string, most: readonly number[]): number {
  const letters = Array.from(text).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
  const size = most.findIndex((room) => letters <= room)
  return size < 0 ? most.length : size
}

/** Printed in place of the page, one poster per sheet. Not shown on the screen. */
export const PosterSheets = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={styles.sheets}>{children}</div>, document.body)
