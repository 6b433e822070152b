/** Why there is no picture of a camera. */
export type CameraFailure = 'camera-denied' | 'no-camera' | 'camera-busy' | 'camera-insecure'

class InsecureError extends Error {}

/**
 * The video of the back camera, or of another one.
 * @throws an error that `failureOf` understands
 */
export async function openCamera(): Promise<MediaStream> {
  // Undefined on pages without TLS.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new InsecureError()
  return devices.getUserMedia({ video: { facingMode: 'environment' } })
}

/** Reads a camera error; the names are those of the Media Capture standard. */
export function failureOf(error: unknown): CameraFailure {
  if (error instanceof InsecureError) return 'camera-insecure'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'camera-denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-camera'
  return 'camera-busy'
}
