import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import type { PosterFormat, PosterSize, SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { looks, posterFormats, posterSizes } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../../lib/errors.ts'
import { Failure } from '../../lib/failure.tsx'
import { toast } from '../../lib/toaster.ts'
import { AddressNotice, canShowCode, type OpenedAt } from '../../lib/public-address/public-address.tsx'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { sizeTitles } from './method-words.ts'
import styles from './poster-modal.module.css'
import { fetchPoster, type PosterChoice, saveFile, usePosterPicture } from './poster-queries.ts'
import { methodQuery } from './queries.ts'

/** The poster of a method: on which paper, in which look, as which file. */
export function PosterModal({ id, onClose, origin }: OpenedAt & { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data: method, ...query } = useQuery(methodQuery(id))
  return (
    <Modal isOpen onClose={onClose} title={<Trans>QR poster</Trans>} closeLabel={t`Close`}>
      {query.error && (
        <ModalBody>
          <Failure
            title={<Trans>The sign-in method could not be loaded</Trans>}
            error={query.error}
            onRetry={() => void query.refetch()}
            isBusy={query.isFetching}
          />
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
  const errorMessage = useErrorMessage()
  const [choice, setChoice] = useState<PosterChoice>({ size: 'a4', look: method.shown_look })
  const key = method.key ?? ''
  const picture = usePosterPicture(method.id, key, choice)
  const save = useMutation({
    mutationFn: async (format: PosterFormat) =>
      saveFile(await fetchPoster(method.id, choice, format), `poster-${key}-${choice.size}.${format}`),
    onError: (error) => void toast('error', errorMessage(error)),
  })
  return (
    <>
      <ModalBody>
        <AddressNotice />
        <div className={styles.choices}>
          <SegmentedControl
            label={t`Paper`}
            value={choice.size}
            options={posterSizes.map((size) => ({ value: size, label: t(sizeTitles[size]) }))}
            onChange={(size: PosterSize) => setChoice({ ...choice, size })}
          />
          <SegmentedControl
            label={t`Look`}
            value={choice.look}
            options={looks.map((look) => ({ value: look, label: t(lookLabels[look]) }))}
            onChange={(look) => setChoice({ ...choice, look })}
          />
        </div>
        {picture.error ? (
          <Failure
            title={<Trans>The poster could not be drawn</Trans>}
            error={picture.error}
            onRetry={() => void picture.refetch()}
            isBusy={picture.isFetching}
          />
        ) : (
          <div className={styles.frame}>
            {picture.url === undefined ? (
              <Skeleton height={420} />
            ) : (
              <img className={styles.picture} src={picture.url} alt={t`Poster of ${method.name}`} />
            )}
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        {posterFormats.map((format) => (
          <Button
            key={format}
            kind={format === 'pdf' ? 'primary' : 'secondary'}
            busy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </ModalFooter>
    </>
  )
}
