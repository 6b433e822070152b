import { Trans } from '@lingui/react/macro'
import { pageConfig } from '../../lib/page-data.ts'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import type { LookName } from '@gatehouse/validation/vocabulary'

interface PageFooterProps {
  look: LookName
  /** Without links, where the page must not be left: on a tablet at the venue. */
  closed: boolean
}

/** Who runs this page, and where to turn to. */
export function PageFooter({ look, closed }: PageFooterProps) {
  const { supportUrl, privacyUrl } = closed ? nowhere : pageConfig()
  return (
    <SiteFooter
      name="Gatehouse"
      deviceLine={deviceLines[look]}
      support={supportUrl ? { href: supportUrl, label: <Trans>Support</Trans> } : undefined}
      privacy={privacyUrl ? { href: privacyUrl, label: <Trans>Privacy</Trans> } : undefined}
    />
  )
}

const nowhere = { supportUrl: null, privacyUrl: null }

/** The line of devices that a look is sold with. */
const deviceLines: Partial<Record<LookName, React.ReactNode>> = {
  pulse: <Trans>Temperature screening devices</Trans>,
}
