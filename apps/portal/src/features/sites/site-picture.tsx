import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { pictureUrl } from '@gatehouse/validation/brand'
import {
  deleteSitePictureEndpoint,
  putSitePictureEndpoint,
  type Site,
} from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { photoTypes } from '@gatehouse/validation/photo-types'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { type FileChoice, FileField } from '../../lib/forms/file-field.tsx'
import { toast } from '../../lib/toaster.ts'
import { keepSite } from './queries.ts'
import styles from './site-picture.module.css'

/** The picture on the start screen of a site's kiosks. */
export function SitePicture({ site }: { site: Site }) {
  const { t } = useLingui()
  if (site.picture === null) {
    return (
      <p>
        <Trans>None. Kiosks show the colour of the look.</Trans>
      </p>
    )
  }
  return <img className={styles.picture} src={pictureUrl(site.picture)} alt={t`Kiosk picture`} />
}

export function SitePictureModal({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<FileChoice>()
  const [isMissing, setMissing] = useState(false)
  const params = { id: site.id }
  const done = async (saved: Site) => {
    await keepSite(saved)
    toast(
      'success',
      saved.picture === null ? t`The picture has been deleted.` : t`The picture has been saved.`,
    )
    onClose()
  }
  const save = useMutation({
    mutationFn: (file: File) => api.call(putSitePictureEndpoint, { params, upload: file }),
    onSuccess: done,
  })
  const remove = useMutation({
    mutationFn: () => api.call(deleteSitePictureEndpoint, { params }),
    onSuccess: done,
  })
  const isBusy = save.isPending || remove.isPending
  const address = chosen?.address
  const choose = (choice: FileChoice) => {
    save.reset()
    remove.reset()
    setMissing(false)
    setChosen(choice)
  }
  const error = save.error ?? remove.error
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Kiosk picture</Trans>}>
      <ModalBody>
        <Stack>
          {error && (
            <Notice kind="danger" live="assertive" title={<Trans>The picture could not be saved</Trans>}>
              <ErrorMessage error={error} />
            </Notice>
          )}
          {address ? (
            <img className={styles.picture} src={address} alt="" />
          ) : (
            site.picture !== null && <SitePicture site={site} />
          )}
          <FileField
            label={<Trans>Choose a picture</Trans>}
            hint={(most) => <Trans>PNG, JPEG or WebP, up to {most} MB. Landscape is best.</Trans>}
            types={photoTypes}
            maxBytes={limits.photo.bytes}
            typeError={t(errorMessages.photo_type)}
            isMissing={isMissing}
            onChoose={choose}
          />
        </Stack>
      </ModalBody>
      <ModalFooter
        start={
          site.picture !== null && (
            <Button kind="danger" busy={isBusy} onClick={() => remove.mutate()}>
              <Trans>Delete picture</Trans>
            </Button>
          )
        }
      >
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          kind="primary"
          busy={isBusy}
          onClick={() => (chosen?.file ? save.mutate(chosen.file) : setMissing(true))}
        >
          <Trans>Save picture</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
