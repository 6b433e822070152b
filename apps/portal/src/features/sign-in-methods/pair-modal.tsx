import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { issuePairingCodeEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { useLanguage } from '@gatehouse/i18n/use-language'
import styles from './pair-modal.module.css'
import { AddressNotice } from '../../lib/public-address/public-address.tsx'
import { QrCode } from '../../lib/qr-code.tsx'
import { methodQuery } from './queries.ts'

/** The code that pairs a device or a tablet with a method, and a message when it was used. */
export function PairModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: method, ...query } = useQuery(methodQuery(id))
  const isKiosk = method?.type === 'kiosk'
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={isKiosk ? <Trans>Pair a tablet</Trans> : <Trans>Pair a device</Trans>}
    >
      {query.error && (
        <ModalBody>
          <Failure title={<Trans>The sign-in method could not be loaded</Trans>} query={query} />
        </ModalBody>
      )}
      {method && <Pairing method={method} onClose={onClose} />}
    </Modal>
  )
}

function Pairing({ method, onClose }: { method: SignInMethod; onClose: () => void }) {
  const { t } = useLingui()
  const { id, name, device, paired_tablets: tablets, url } = method
  const isKiosk = method.type === 'kiosk'
  const language = useLanguage()
  const code = useQuery({
    queryKey: ['pairing-code', id],
    queryFn: async () => ({
      ...(await api.call(issuePairingCodeEndpoint, { params: { id } })),
      pairedBefore: device?.paired_at,
      tabletsBefore: tablets,
    }),
    // Each time the window opens, it requests a new code.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const isPaired =
    code.data !== undefined &&
    (isKiosk
      ? tablets > code.data.tabletsBefore
      : device !== null && device.paired_at !== code.data.pairedBefore)
  const link = code.data && `${url}#pair=${code.data.code}`
  return (
    <>
      <ModalBody>
        {code.error && <Failure title={<Trans>The code could not be created</Trans>} query={code} />}
        {isPaired ? (
          <Notice kind="good" live="polite" title={<Trans>{name} is paired</Trans>}>
            {device && !isKiosk && <Trans>The device {device.serial_number} now signs people in here.</Trans>}
          </Notice>
        ) : (
          <>
            <p>
              {isKiosk ? (
                <Trans>Open this link on the tablet, or scan the code with it.</Trans>
              ) : (
                <Trans>Enter this code at the device of {name}.</Trans>
              )}
            </p>
            {code.data ? (
              <>
                {isKiosk && link !== undefined ? (
                  <div>
                    <AddressNotice />
                    <QrCode text={link} label={t`QR code that pairs a tablet`} />
                    <p className={styles.link}>{link}</p>
                  </div>
                ) : (
                  <code className={styles.code}>
                    {code.data.code.slice(0, 4)}-{code.data.code.slice(4)}
                  </code>
                )}
                <p>
                  <Trans>
                    It works once, until {formatTime(new Date(code.data.expires_at), language, ownTimeZone())}
                    .
                  </Trans>
                </p>
              </>
            ) : (
              !code.error && <Skeleton height={120} />
            )}
            {device && !isKiosk && (
              <Notice kind="caution">
                <Trans>The device {device.serial_number} is paired now and will stop working here.</Trans>
              </Notice>
            )}
          </>
        )}
      </ModalBody>
      <ModalFooter>
        {!isPaired && code.data && (
          <Button onClick={() => void code.refetch()} busy={code.isFetching}>
            <Trans>Another code</Trans>
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {isPaired ? <Trans>Done</Trans> : <Trans>Close</Trans>}
        </Button>
      </ModalFooter>
    </>
  )
}
