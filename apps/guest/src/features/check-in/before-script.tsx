import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import frame from './step-frame.module.css'
import { buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'

// Only the server renders these parts. CSS shows and hides them, because scripts may be missing.

/** Shown after ten seconds if the script has not loaded. @param path of the page */
export function ScriptHelp({ path }: { path: string }) {
  return (
    <>
      <p className="heard">
        <Trans>One moment, this page is still loading.</Trans>
      </p>
      <div className="late">
        <Notice
          kind="caution"
          title={<Trans>This page has not loaded completely.</Trans>}
          action={
            <a href={path} className={buttonClass({ kind: 'secondary' })}>
              <Trans>Try again</Trans>
            </a>
          }
        >
          <Trans>If it does not work, please sign in at reception.</Trans>
        </Notice>
      </div>
    </>
  )
}

/** The placeholder for a step that only the script can render. */
export function WaitingStep({ siteName, path }: { siteName: string; path: string }) {
  return (
    <div className={frame.form}>
      <h1 className={frame.venue}>{siteName || <Trans>One moment</Trans>}</h1>
      <div className={frame.action}>
        <div role="status" data-script-help>
          <ScriptHelp path={path} />
        </div>
      </div>
    </div>
  )
}

/** Shown at once in browsers without scripts. */
export function NoScript(): ReactNode {
  return (
    <div className="no-script">
      <Notice kind="danger" title={<Trans>This page needs JavaScript.</Trans>}>
        <Trans>Please sign in at reception, or switch JavaScript on and try again.</Trans>
      </Notice>
    </div>
  )
}
