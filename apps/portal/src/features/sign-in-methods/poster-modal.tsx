import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  getMethodQrCodeEndpoint,
  type QrCodeFormat,
  type SignInMethod,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { looks, qrCodeFormats } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { AddressNotice, canShowCode, type OpenedAt } from '../../lib/public-address/public-address.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { Poster, PosterSheets } from './poster.tsx'
import styles from './poster-modal.module.css'
import { posterTextsQuery } from './poster-texts.ts'
import { methodQuery } from './queries.ts'

/** A method's poster in a chosen look, printed by the browser; and its code alone as a file. */
export function PosterModal({ id, onClose, origin }: OpenedAt & { id: string; onClose: () => void }) {
  const { data: method, ...query } = useQuery(methodQuery(id))
  return (
    <Modal isOpen onClose={onClose} title={<Trans>QR poster</Trans>}>
      {query.error && (
        <ModalBody>
          <Failure title={<Trans>The sign-in method could not be loaded</Trans>} query={query} />
        </ModalBody>
      )}
      {canShowCode(origin) ? (
        method && <PosterChooser method={method} />
      ) : (
        <ModalBody>
          <AddressNotice origin={origin} />
        </ModalBody>
      )}
    </Modal>
  )
}

function PosterChooser({ method }: { method: SignInMethod }) {
  const { t } = useLingui()
  const [look, setLook] = useState(method.shown_look)
  const { data: texts, ...query } = useQuery(posterTextsQuery)
  const { id, key } = method
  const save = useMutation({
    mutationFn: async (format: QrCodeFormat) =>
      saveFile(
        await api.call(getMethodQrCodeEndpoint, { params: { id }, query: { format } }),
        `qr-${key}.${format}`,
      ),
    onError: toastError,
  })
  if (key === null) {
    return (
      <ModalBody>
        <Notice kind="caution" title={<Trans>This sign-in method is retired</Trans>}>
          <Trans>It has no address for a poster.</Trans>
        </Notice>
      </ModalBody>
    )
  }
  return (
    <>
      <ModalBody>
        <AddressNotice />
        <div className={styles.choices}>
          <SegmentedControl
            label={t`Look`}
            value={look}
            options={looks.map((name) => ({ value: name, label: t(lookLabels[name]) }))}
            onChange={setLook}
          />
        </div>
        {query.error ? (
          <Failure title={<Trans>The poster could not be loaded</Trans>} query={query} />
        ) : (
          <div className={styles.frame}>
            <div className={styles.preview}>
              {texts ? <Poster method={method} look={look} texts={texts} /> : <Skeleton height={440} />}
            </div>
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        {qrCodeFormats.map((format) => (
          <Button
            key={format}
            busy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {format === 'svg' ? <Trans>Code as SVG</Trans> : <Trans>Code as PNG</Trans>}
          </Button>
        ))}
        {texts && (
          <Button kind="primary" onClick={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
        )}
      </ModalFooter>
      {texts && (
        <PosterSheets>
          <Poster method={method} look={look} texts={texts} />
        </PosterSheets>
      )}
    </>
  )
}
