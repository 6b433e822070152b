import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Facts } from '@gatehouse/ui/staff/facts'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import {
  commandDeviceEndpoint,
  replaceCartridgeEndpoint,
  type SignInMethod,
  unpairDeviceEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import type { DeviceCommand } from '@gatehouse/validation/vocabulary'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import styles from './method-details.module.css'
import { deviceStateKinds, deviceStateNames, deviceStateOf, settingsStateNames } from './method-words.ts'
import { renewMethods } from './queries.ts'
import { Question } from '../../lib/forms/question.tsx'

interface MethodDeviceProps {
  method: SignInMethod
  onPair: () => void
}

/** The device of a method: its connection, settings, warnings and commands. */
export function MethodDevice({ method, onPair }: MethodDeviceProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { id, name, device, connected, can_manage: canManage, time_zone, versions, last_seen: seen } = method
  const [isUnpairing, setUnpairing] = useState(false)
  const command = useMutation({
    mutationFn: (asked: DeviceCommand) =>
      api.call(commandDeviceEndpoint, { params: { id }, body: { command: asked } }),
    onSuccess: (_, asked) =>
      toast(
        'success',
        asked === 'identify' ? t`Check that ${name} is the right device.` : t`${name} is restarting.`,
      ),
    onError: toastError,
  })
  const replaced = useMutation({
    mutationFn: () => api.call(replaceCartridgeEndpoint, { params: { id } }),
    onSuccess: async (changed) => {
      await renewMethods(changed)
      toast('success', t`The warnings of ${name} are cleared.`)
    },
    onError: toastError,
  })
  const timeZone = timeZoneOf(time_zone)
  const tell = (time: string) => formatExactTime(time, language, timeZone)
  const state = deviceStateOf(method)
  const warning = device && (device.low_pressure_since ?? device.filter_cartridge_since)
  const facts = [
    {
      label: t`Connection`,
      value: <StatusDot kind={deviceStateKinds[state]}>{t(deviceStateNames[state])}</StatusDot>,
    },
    { label: t`Last seen`, value: seen === null ? '' : tell(seen) },
    { label: t`Device`, value: device?.serial_number ?? '' },
    { label: t`Paired`, value: device ? tell(device.paired_at) : '' },
    {
      label: t`Versions`,
      value: Object.entries(versions ?? {})
        .map(([part, version]) => `${part} ${version}`)
        .join(', '),
    },
    { label: t`Settings`, value: device ? t(settingsStateNames[device.settings_state]) : '' },
    { label: t`Why not`, value: device?.settings_reason ?? '' },
  ]
  return (
    <section className={styles.device}>
      {warning && (
        <Notice
          kind="caution"
          title={<Trans>Low Pressure Warning</Trans>}
          action={
            canManage && (
              <Button busy={replaced.isPending} onClick={() => replaced.mutate()}>
                <Trans>Cartridge replaced</Trans>
              </Button>
            )
          }
        >
          <Trans>
            The filter cartridge may require replacement. The device has warned since {tell(warning)}.
          </Trans>
        </Notice>
      )}
      <Facts facts={facts.filter(({ value }) => value !== '')} />
      {canManage && (
        <div>
          <Button onClick={onPair}>
            {device ? <Trans>Pair another device</Trans> : <Trans>Pair a device</Trans>}
          </Button>
          {connected && (
            <>
              <Button busy={command.isPending} onClick={() => command.mutate('identify')}>
                <Trans>Identify</Trans>
              </Button>
              <Button busy={command.isPending} onClick={() => command.mutate('restart')}>
                <Trans>Restart</Trans>
              </Button>
            </>
          )}
          {device && (
            <Button onClick={() => setUnpairing(true)}>
              <Trans>Unpair</Trans>
            </Button>
          )}
        </div>
      )}
      {isUnpairing && <UnpairQuestion method={method} onClose={() => setUnpairing(false)} />}
    </section>
  )
}

/** The paired tablets of a kiosk. */
export function MethodTablets({ method, onPair }: { method: SignInMethod; onPair: () => void }) {
  const { t } = useLingui()
  const { paired_tablets: count, can_manage: canManage } = method
  const [isUnpairing, setUnpairing] = useState(false)
  return (
    <section className={styles.device}>
      <Facts facts={[{ label: t`Paired tablets`, value: count }]} />
      {canManage && (
        <div>
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

interface UnpairQuestionProps {
  method: SignInMethod
  /** For a kiosk: all of its tablets. */
  areTablets?: boolean
  onClose: () => void
}

/** Asks before a method loses its device, or its tablets. */
function UnpairQuestion({ method: { id, name }, areTablets = false, onClose }: UnpairQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={
        areTablets ? (
          <Trans>Unpair all tablets of {name}?</Trans>
        ) : (
          <Trans>Unpair the device of {name}?</Trans>
        )
      }
      confirmLabel={<Trans>Unpair</Trans>}
      act={() => api.call(unpairDeviceEndpoint, { params: { id } })}
      onDone={async () => {
        await renewMethods()
        toast(
          'success',
          areTablets ? t`The tablets of ${name} are unpaired.` : t`The device of ${name} is unpaired.`,
        )
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      {areTablets ? (
        <Trans>They keep working, but strangers can use up their sign-out searches.</Trans>
      ) : (
        <Trans>It stops working at once. Pairing it again needs a new code.</Trans>
      )}
    </Question>
  )
}
