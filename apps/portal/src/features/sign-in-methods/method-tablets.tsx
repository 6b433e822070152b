import { Button } from '@gatehouse/ui/core/button'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import styles from './method-details.module.css'
import { UnpairQuestion } from './unpair-question.tsx'

/** The paired tablets of a kiosk. */
export function MethodTablets({ method, onPair }: { method: SignInMethod; onPair: () => void }) {
  const { t } = useLingui()
  const { paired_tablets: count, can_manage: canManage } = method
  const [isUnpairing, setUnpairing] = useState(false)
  return (
    <section className={styles.device}>
      <Facts facts={[{ label: t`Paired tablets`, value: count }]} />
      {canManage && (
        <div className={styles.actions}>
          <Button onClick={onPair}>
            <Trans>Pair a tablet</Trans>
          </Button>
          {count > 0 && (
            <Button onClick={() => setUnpairing(true)}>
              <Trans>Unpair</Trans>
            </Button>
          )}
        </div>
      )}
      {isUnpairing && <UnpairQuestion method={method} areTablets onClose={() => setUnpairing(false)} />}
    </section>
  )
}
