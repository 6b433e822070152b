import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { deleteUserPhotoEndpoint, putUserPhotoEndpoint } from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { photoTypes } from '@gatehouse/validation/photo-types'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { type Crop, dragged, squareOf } from './crop.ts'
import { PersonPhoto, type Pictured } from './person-photo.tsx'
import styles from './photo-modal.module.css'
import { findPhotoProblem, type PhotoProblem } from './photo-problem.ts'
import { renewUsers } from './queries.ts'

const MEGABYTE = 1024 * 1024
/** Twice the stored size, for the server to scale down. */
const SENT_SIDE = limits.photo.side * 2
const SHOWN_SIDE = 256
const start: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** Chooses a photo and the square to keep. */
export function PhotoModal({ user, onClose }: { user: Pictured; onClose: () => void }) {
  const { t } = useLingui()
  const [picture, setPicture] = useState<ImageBitmap>()
  const [crop, setCrop] = useState(start)
  const [problem, setProblem] = useState<PhotoProblem>()
  const onSuccess = async () => {
    await renewUsers()
    toast('success', t`The photo has been saved.`)
    onClose()
  }
  const save = useMutation({
    mutationFn: async (chosen: ImageBitmap) =>
      api.call(putUserPhotoEndpoint, { params: { id: user.id }, upload: await cut(chosen, crop) }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api.call(deleteUserPhotoEndpoint, { params: { id: user.id } }),
    onSuccess: async () => {
      await renewUsers()
      onClose()
    },
  })
  const choose = async (file: File | undefined) => {
    setPicture(undefined)
    setCrop(start)
    // The earlier error was about another file.
    if (!save.isPending) save.reset()
    remove.reset()
    const found = file && (await findPhotoProblem(file).catch(() => 'unreadable' as const))
    setProblem(found)
    if (!file || found) return
    // The browser applies the camera's orientation.
    await createImageBitmap(file).then(setPicture, () => setProblem('unreadable'))
  }
  const error = save.error ?? remove.error
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Photo</Trans>}>
      <ModalBody>
        <Stack>
          {error && (
            <Notice kind="danger" live="assertive" title={<Trans>The photo could not be saved</Trans>}>
              <ErrorMessage error={error} />
            </Notice>
          )}
          {picture ? (
            <CropBox picture={picture} crop={crop} onCrop={setCrop} />
          ) : (
            user.has_photo && <PersonPhoto user={user} size={96} />
          )}
          <Field
            label={<Trans>Choose a photo</Trans>}
            hint={<Trans>PNG, JPEG or WebP, up to 5 MB. A portrait is best.</Trans>}
            error={problem && <ProblemText problem={problem} />}
          >
            <FileInput
              accept={photoTypes.join()}
              chooseLabel={<Trans>Choose a file</Trans>}
              noneLabel={<Trans>No file chosen</Trans>}
              onChoose={(file) => void choose(file)}
            />
          </Field>
        </Stack>
      </ModalBody>
      <ModalFooter
        start={
          user.has_photo && (
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Delete photo</Trans>
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
          // The error of the chosen file stays, rather than that none is chosen.
          onClick={() => (picture ? save.mutate(picture) : setProblem((found) => found ?? 'type'))}
        >
          <Trans>Save photo</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function ProblemText({ problem }: { problem: PhotoProblem }) {
  const { t } = useLingui()
  const most = limits.photo.bytes / MEGABYTE
  switch (problem) {
    case 'type':
      return <Trans>Choose a photo as PNG, JPEG or WebP.</Trans>
    case 'size':
      return <Trans>This file is larger than {most} MB. Choose a smaller one.</Trans>
    case 'animated':
      return t(errorMessages.photo_animated)
    case 'pixels':
      return t(errorMessages.photo_too_many_pixels)
    case 'unreadable':
      return <Trans>This file is damaged. Choose another photo.</Trans>
  }
}

interface CropBoxProps {
  picture: ImageBitmap
  crop: Crop
  onCrop: (crop: Crop) => void
}

/** The square, moved by dragging, or by sliders for users who can't drag. */
function CropBox({ picture, crop, onCrop }: CropBoxProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ x: number; y: number }>(undefined)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = last.current
    if (!before) return
    last.current = { x: event.clientX, y: event.clientY }
    onCrop(
      dragged(picture, crop, event.currentTarget.clientWidth, {
        x: event.clientX - before.x,
        y: event.clientY - before.y,
      }),
    )
  }
  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={SHOWN_SIDE}
        height={SHOWN_SIDE}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={move}
        onPointerUp={() => (last.current = undefined)}
        onPointerCancel={() => (last.current = undefined)}
      />
      <Slider
        label={<Trans>Enlarge</Trans>}
        min={1}
        max={4}
        value={crop.zoom}
        onChange={(zoom) => onCrop({ ...crop, zoom })}
      />
      <Slider
        label={<Trans>Left to right</Trans>}
        min={0}
        max={1}
        value={crop.x}
        onChange={(x) => onCrop({ ...crop, x })}
      />
      <Slider
        label={<Trans>Top to bottom</Trans>}
        min={0}
        max={1}
        value={crop.y}
        onChange={(y) => onCrop({ ...crop, y })}
      />
    </div>
  )
}

interface SliderProps {
  label: ReactNode
  min: number
  max: number
  value: number
  onChange: (value: number) => void
}

function Slider({ label, value, onChange, ...range }: SliderProps) {
  return (
    <label className={styles.range}>
      {label}
      <input
        type="range"
        step={0.01}
        {...range}
        value={value}
        className={styles.slider}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop)
  const context = canvas.getContext('2d')
  context?.clearRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a file of its own. Only its pixels leave the browser. */
function cut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SENT_SIDE
  canvas.height = SENT_SIDE
  draw(canvas, picture, crop)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser cannot write the picture'))),
      'image/png',
    )
  })
}
