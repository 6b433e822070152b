import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './code-check.module.css'
import { compareCode, type ReadCode } from './read-url.ts'

type Result = { text: string } | { failed: 'no-code' | 'no-picture' | CameraFailure }

/** How often a frame of the camera is decoded. */
const LOOK_MS = 200
/** Far above any phone's photo. With more, a browser may run out of memory. */
const MOST_BYTES = 25 * 1024 * 1024

/**
 * Decodes a QR code from the camera or a picture, in this page only, and checks that it leads to
 * the expected URL.
 */
export function CodeCheck({ expected }: { expected: string | undefined }) {
  const [isWatching, setWatching] = useState(false)
  const [result, setResult] = useState<Result>()
  const readFile = async (file: File | undefined) => {
    if (!file) return
    setWatching(false)
    setResult(await readPicture(file))
  }
  return (
    <section className={styles.check} aria-labelledby="qr-check">
      <h2 id="qr-check" className={styles.heading}>
        <Trans>Check a printed code</Trans>
      </h2>
      <div className={styles.ways}>
        <Button
          onClick={() => {
            setWatching(!isWatching)
            setResult(undefined)
          }}
          aria-pressed={isWatching}
        >
          {isWatching ? <Trans>Stop the camera</Trans> : <Trans>Use the camera</Trans>}
        </Button>
        <Field id="qr-picture" label={<Trans>Or choose a picture</Trans>}>
          <FileInput
            accept="image/*"
            chooseLabel={<Trans>Choose a file</Trans>}
            noneLabel={<Trans>No file chosen</Trans>}
            onChoose={(file) => void readFile(file)}
          />
        </Field>
      </div>
      {isWatching && (
        <Camera
          onRead={(text) => {
            setWatching(false)
            setResult({ text })
          }}
          onFail={(failed) => {
            setWatching(false)
            setResult({ failed })
          }}
        />
      )}
      {result && <Outcome result={result} expected={expected} />}
    </section>
  )
}

async function readPicture(file: File): Promise<Result> {
  if (file.size > MOST_BYTES) return { failed: 'no-picture' }
  try {
    const [{ readCode }, picture] = await Promise.all([import('./decode.ts'), openPicture(file)])
    const text = readCode(picture, document.createElement('canvas'))
    if (picture instanceof ImageBitmap) picture.close()
    return text === undefined ? { failed: 'no-code' } : { text }
  } catch {
    return { failed: 'no-picture' }
  }
}

/** A drawing is opened as an image, which runs no scripts and fetches nothing. */
async function openPicture(file: File): Promise<ImageBitmap | HTMLImageElement> {
  if (file.type !== 'image/svg+xml') return createImageBitmap(file)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode().finally(() => URL.revokeObjectURL(image.src))
  return image
}

interface CameraProps {
  onRead: (text: string) => void
  onFail: (failure: CameraFailure) => void
}

/** The video of the camera, until a code is read. Unmounting turns the camera off. */
function Camera({ onRead, onFail }: CameraProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const tellRead = useEffectEvent(onRead)
  const tellFailure = useEffectEvent(onFail)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const canvas = document.createElement('canvas')
    const watch = async () => {
      const [{ readCode }, opened] = await Promise.all([import('./decode.ts'), openCamera()])
      stream = opened
      const element = video.current
      if (isOver || !element) return stop()
      for (const track of stream.getTracks()) {
        // It may have ended while the decoder loaded.
        if (track.readyState === 'ended') return fail('camera-busy')
        track.addEventListener('ended', () => fail('camera-busy'))
      }
      element.srcObject = stream
      await element.play()
      const look = () => {
        const text = readCode(element, canvas)
        if (text === undefined) timer = setTimeout(look, LOOK_MS)
        else tellRead(text)
      }
      look()
    }
    const stop = () => {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const fail = (failure: CameraFailure) => {
      if (!isOver) tellFailure(failure)
    }
    watch().catch((error: unknown) => fail(failureOf(error)))
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return (
    <div className={styles.camera}>
      <video ref={video} className={styles.video} muted playsInline aria-label={t`Picture of the camera`} />
      <p>
        <Trans>Hold the whole code, including its white edge, in front of the camera.</Trans>
      </p>
    </div>
  )
}

function Outcome({ result, expected }: { result: Result; expected: string | undefined }) {
  if ('failed' in result) {
    const { title, text } = failures[result.failed]
    return (
      <Notice kind="caution" live="polite" title={title}>
        {text}
      </Notice>
    )
  }
  const read = expected === undefined ? undefined : compareCode(result.text, expected)
  const { kind, title } = read === undefined ? unknown : outcomes[read]
  return (
    <Notice kind={kind} live="polite" title={title}>
      <span className={styles.text}>{result.text}</span>
    </Notice>
  )
}

const unknown = { kind: 'info', title: <Trans>The code can be read. It contains:</Trans> } as const

const outcomes: Record<ReadCode, { kind: 'good' | 'caution' | 'danger'; title: ReactNode }> = {
  match: { kind: 'good', title: <Trans>The code is correct</Trans> },
  'other-key': { kind: 'danger', title: <Trans>The code belongs to another key</Trans> },
  'other-host': {
    kind: 'caution',
    title: <Trans>The key is correct, but the code leads to another server</Trans>,
  },
  foreign: { kind: 'danger', title: <Trans>The code leads somewhere else</Trans> },
}

const failures: Record<'no-code' | 'no-picture' | CameraFailure, { title: ReactNode; text: ReactNode }> = {
  'no-code': {
    title: <Trans>No QR code was found</Trans>,
    text: <Trans>Take the picture closer and straight on, with the whole code and its white edge.</Trans>,
  },
  'no-picture': {
    title: <Trans>This file could not be read</Trans>,
    text: <Trans>Choose a photo of up to 25 MB, as PNG, JPEG, WebP or SVG.</Trans>,
  },
  'camera-denied': {
    title: <Trans>This page can’t use the camera</Trans>,
    text: (
      <Trans>
        Allow the camera in the page settings next to the address bar. Then press Use the camera again, or
        choose a picture.
      </Trans>
    ),
  },
  'no-camera': {
    title: <Trans>No camera was found</Trans>,
    text: <Trans>Connect a camera, or choose a picture that you took with a phone.</Trans>,
  },
  'camera-busy': {
    title: <Trans>The camera shows no picture</Trans>,
    text: (
      <Trans>
        Another program may be using the camera, such as a video call. Close it and press Use the camera
        again, or choose a picture.
      </Trans>
    ),
  },
  'camera-insecure': {
    title: <Trans>The camera needs a secure connection</Trans>,
    text: <Trans>Open the portal with https, or choose a picture.</Trans>,
  },
}

/** Why there is no picture of a camera. */
type CameraFailure = 'camera-denied' | 'no-camera' | 'camera-busy' | 'camera-insecure'

class InsecureError extends Error {}

/**
 * The video of the back camera, or of another one.
 * @throws an error that `failureOf` understands
 */
async function openCamera(): Promise<MediaStream> {
  // Undefined on pages without TLS.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new InsecureError()
  return devices.getUserMedia({ video: { facingMode: 'environment' } })
}

/** Reads a camera error; the names are those of the Media Capture standard. */
function failureOf(error: unknown): CameraFailure {
  if (error instanceof InsecureError) return 'camera-insecure'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'camera-denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-camera'
  return 'camera-busy'
}
