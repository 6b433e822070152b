import { Modal } from '@gatehouse/ui/aria/modal'
import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { toast } from '../../lib/toaster.ts'
import { ListView } from './list-view.tsx'
import { refreshMethods, methodsQuery, recoveryCodesQuery } from './queries.ts'
import { RenewalView } from './renewal-view.tsx'
import { SetupInModal } from './setup-in-modal.tsx'
import { TurnOffView } from './turn-off-view.tsx'

interface TwoStepModalProps {
  /** The address that logs in. */
  account: string
  /** An authenticator was put into force or taken away: devices are remembered no more. */
  onChanged: () => void
  onClose: () => void
}

type View = 'list' | 'setup' | 'renewal' | 'off'

/** The second steps of whoever is logged in. */
export function TwoStepModal({ account, onChanged, onClose }: TwoStepModalProps) {
  const { t } = useLingui()
  const [chosen, setView] = useState<View>('list')
  const [isReturn, setReturn] = useState(false)
  const methods = useQuery(methodsQuery).data ?? []
  const isOn = methods.some(({ type }) => type === 'totp')
  const codes = useQuery({ ...recoveryCodesQuery, enabled: isOn }).data
  // A set that was begun and not finished, before a reload perhaps, comes first.
  const pending = isOn && codes?.pending ? codes : undefined
  const view = chosen === 'list' && pending ? 'renewal' : chosen
  /** What Esc and the cross do: each view says it. */
  const leave = useRef(onClose)

  const backToList = () => {
    // Where they cannot be asked for, the list says so.
    const show = () => {
      setReturn(true)
      setView('list')
    }
    void refreshMethods().then(show, show)
  }
  const enabled = (words: string) => {
    toast('success', words)
    onChanged()
  }
  return (
    <Modal
      isOpen
      onClose={() => leave.current()}
      title={<Trans>Two-step authentication</Trans>}
      closeLabel={t`Close`}
    >
      {view === 'list' && <ListView leave={leave} isReturn={isReturn} onClose={onClose} onView={setView} />}
      {view === 'setup' && (
        <SetupInModal
          leave={leave}
          account={account}
          methods={methods}
          onEnabled={() => enabled(t`Two-step authentication is on.`)}
          onDone={backToList}
        />
      )}
      {view === 'renewal' && (
        <RenewalView
          leave={leave}
          account={account}
          methods={methods}
          pending={pending}
          onDone={backToList}
        />
      )}
      {view === 'off' && (
        <TurnOffView
          leave={leave}
          methods={methods}
          onOff={() => enabled(t`Two-step authentication is off.`)}
          onDone={backToList}
        />
      )}
    </Modal>
  )
}
