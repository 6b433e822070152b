import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Facts } from '@gatehouse/ui/staff/facts'
import { type SignInMethod, unpairDeviceEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import styles from './method-details.module.css'
import { renewMethods } from './queries.ts'

/** The paired tablets of a kiosk. */
export function MethodTablets({ method, onPair }: { method: SignInMethod; onPair: () => void }) {
  const { t } = useLingui()
  const { id, name, paired_tablets: count, can_manage: canManage } = method
  const [isUnpairing, setUnpairing] = useState(false)
  const unpair = useMutation({
    mutationFn: () => api.call(unpairDeviceEndpoint, { params: { id } }),
    onSuccess: async () => {
      await renewMethods()
      toast('success', t`The tablets of ${name} are unpaired.`)
    },
    onError: toastError,
    onSettled: () => setUnpairing(false),
  })
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
      <ConfirmModal
        isOpen={isUnpairing}
        onClose={() => setUnpairing(false)}
        onConfirm={() => unpair.mutate()}
        isBusy={unpair.isPending}
        isDanger
        title={<Trans>Unpair all tablets of {name}?</Trans>}
        confirmLabel={<Trans>Unpair</Trans>}
        cancelLabel={<Trans>Cancel</Trans>}
        closeLabel={t`Close`}
      >
        <p>
          <Trans>They keep working, but strangers can use up their sign-out searches.</Trans>
        </p>
      </ConfirmModal>
    </section>
  )
}
