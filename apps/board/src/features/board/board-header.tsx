import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Field } from '@gatehouse/ui/core/field'
import { Logo } from '@gatehouse/ui/core/mark'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { logOut } from '../../lib/session.ts'
import { useLook } from '../../lib/session-config.ts'
import styles from './board-header.module.css'

interface BoardHeaderProps {
  sites: readonly BoardSite[]
  siteId: string | undefined
  onSite: (siteId: string) => void
}

export function BoardHeader({ sites, siteId, onSite }: BoardHeaderProps) {
  return (
    <header className={styles.header}>
      <Logo look={useLook()} />
      <div className={styles.site}>
        <SitePicker sites={sites} siteId={siteId} onSite={onSite} />
      </div>
      <LogOutButton />
    </header>
  )
}

function SitePicker({ sites, siteId, onSite }: BoardHeaderProps) {
  const { t } = useLingui()
  return (
    <Field label={<Trans>Site</Trans>} labelHidden>
      <SelectInput
        value={siteId ?? ''}
        disabled={sites.length === 0}
        onChange={(event) => onSite(event.target.value)}
      >
        {siteId === undefined && (
          <option value="" disabled>
            {t`Choose a site`}
          </option>
        )}
        {sites.map((site) => (
          <option key={site.id} value={site.id}>
            {site.name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** Asks for confirmation: on a wall display or a shared tablet a press is easily an accident, and a login needs a person. */
function LogOutButton() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const confirm = () => {
    setBusy(true)
    void logOut()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Trans>Log Out</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={<Trans>Log out of this board?</Trans>}
        closeLabel={t`Close`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>
              <Trans>Stay</Trans>
            </Button>
            <Button kind="primary" busy={isBusy} onClick={confirm}>
              <Trans>Log Out</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>This screen shows nobody until somebody logs in again.</Trans>
        </p>
      </Dialog>
    </>
  )
}
