import { Trans } from '@lingui/react/macro'
import { runtimeConfig } from '../../lib/page-data.ts'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import type { LookName } from '@gatehouse/validation/vocabulary'

/** Who runs this page, and where to turn to. */
export function PageFooter({ look }: { look: LookName }) {
  const { supportUrl, privacyUrl } = runtimeConfig
  return (
    <SiteFooter
      name="Gatehouse"
      deviceLine={deviceLines[look]}
      support={supportUrl ? { href: supportUrl, label: <Trans>Support</Trans> } : undefined}
      privacy={privacyUrl ? { href: privacyUrl, label: <Trans>Privacy</Trans> } : undefined}
    />
  )
}

/** The line of devices that a look is sold with. */
const deviceLines: Partial<Record<LookName, React.ReactNode>> = {
  pulse: <Trans>Temperature screening devices</Trans>,
}
