import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
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
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { keepSite } from './queries.ts'
import styles from './site-picture.module.css'

const MEGABYTE = 1024 * 1024

/** The picture on the start screen of a site's kiosks. */
export function SitePicture({ site }: { site: Site }) {
  if (site.picture === null) {
    return (
      <p>
        <Trans>None. Kiosks show the colour of the look.</Trans>
      </p>
    )
  }
  return <img className={styles.picture} src={pictureUrl(site.picture)} alt="" />
}

export function SitePictureModal({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [problem, setProblem] = useState<'type' | 'size'>()
  const params = { id: site.id }
  const onSuccess = async (saved: Site) => {
    await keepSite(saved)
    toast('success', t`The picture has been saved.`)
    onClose()
  }
  const save = useMutation({
    mutationFn: (file: File) => api.call(putSitePictureEndpoint, { params, upload: file }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api.call(deleteSitePictureEndpoint, { params }),
    onSuccess,
  })
  const address = chosen?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const choose = (file: File | undefined) => {
    save.reset()
    remove.reset()
    const found = file && findProblem(file)
    setProblem(found)
    setChosen(file && !found ? { file, address: URL.createObjectURL(file) } : undefined)
  }
  const error = save.error ?? remove.error
  const most = limits.photo.bytes / MEGABYTE
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
          <Field
            label={<Trans>Choose a picture</Trans>}
            hint={<Trans>PNG, JPEG or WebP, up to {most} MB. Landscape is best.</Trans>}
            error={
              problem &&
              (problem === 'type' ? (
                t(errorMessages.photo_type)
              ) : (
                <Trans>This file is larger than {most} MB. Choose a smaller one.</Trans>
              ))
            }
          >
            <FileInput
              accept={photoTypes.join()}
              chooseLabel={<Trans>Choose a file</Trans>}
              noneLabel={<Trans>No file chosen</Trans>}
              onChoose={choose}
            />
          </Field>
        </Stack>
      </ModalBody>
      <ModalFooter
        start={
          site.picture !== null && (
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
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
          busy={save.isPending}
          onClick={() => (chosen ? save.mutate(chosen.file) : setProblem((found) => found ?? 'type'))}
        >
          <Trans>Save picture</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function findProblem(file: File): 'type' | 'size' | undefined {
  if (!photoTypes.some((type) => type === file.type)) return 'type'
  return file.size > limits.photo.bytes ? 'size' : undefined
}
