import encodeQR from 'qr'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { CodeCheck } from './code-check.tsx'

const button = page.getByRole('button', { name: 'Use the camera' })
const open = () => renderPage({ Page: () => <CodeCheck expected="https://gate.example/GATE" /> })

afterEach(() => vi.restoreAllMocks())

test.each([
  ['NotAllowedError', /can’t use the camera.*Allow the camera in the page settings/],
  ['NotFoundError', /No camera was found.*Connect a camera/],
  ['OverconstrainedError', /No camera was found.*Connect a camera/],
  ['NotReadableError', /shows no picture.*Another program may be using the camera/],
  ['AbortError', /shows no picture.*Another program may be using the camera/],
])('a camera that fails with %s says what to do, and can be tried again', async (name, said) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))
  await open()
  await button.click()
  await expect.element(page.getByRole('status')).toMatchTextContent(said)
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect.element(page.getByRole('status')).toMatchTextContent(said)
})

test('without a secure connection there is no camera', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never)
  await open()
  await button.click()
  await expect.element(page.getByRole('status')).toMatchTextContent(/needs a secure connection.*https/)
})

test('the camera is off when it is stopped, and what ends by itself says so', async () => {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
  const streams = [canvas.captureStream(5), canvas.captureStream(5)]
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => Promise.resolve(streams.shift()!))
  const [first, second] = streams
  await open()
  await button.click()
  await expect.element(page.getByText(/^Hold the whole code/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  await expect.poll(() => first?.getTracks().every(({ readyState }) => readyState === 'ended')).toBe(true)
  await button.click()
  await expect.element(page.getByText(/^Hold the whole code/)).toBeVisible()
  await expect.poll(() => document.querySelector('video')?.srcObject).toBe(second)
  second?.getTracks().forEach((track) => track.dispatchEvent(new Event('ended')))
  await expect.element(page.getByRole('status')).toMatchTextContent(/shows no picture/)
})

test('a camera that has ended before it could be watched says so', async () => {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
  const stream = canvas.captureStream(5)
  for (const track of stream.getTracks()) track.stop()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  await open()
  await button.click()
  await expect.element(page.getByRole('status')).toMatchTextContent(/shows no picture/)
})

/** A QR code as a drawing with one unit per module. It has a size only where one is given. */
function drawingOf(text: string, attributes = '', more = ''): File {
  const squares = encodeQR(text, 'raw', { border: 4 })
  const path = squares
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  const view = `viewBox="0 0 ${squares.length} ${squares.length}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${view} ${attributes}>${more}<path d="${path}"/></svg>`
  return new File([svg], 'poster.svg', { type: 'image/svg+xml' })
}

test.each([
  ['without a size', ''],
  ['that is small', 'width="33" height="33"'],
])('a code in an SVG %s is read, and its script does not run', async (_, attributes) => {
  await open()
  const script = '<script>globalThis.hasRun = true; parent.hasRun = true</script>'
  await page
    .getByLabelText('Or choose a picture')
    .upload(drawingOf('https://gate.example/GATE', attributes, script))
  await expect.element(page.getByRole('status')).toMatchTextContent(/The code is correct/)
  expect('hasRun' in globalThis).toBe(false)
})

test('an SVG that is none could not be read', async () => {
  await open()
  const broken = new File(['<svg'], 'broken.svg', { type: 'image/svg+xml' })
  await page.getByLabelText('Or choose a picture').upload(broken)
  await expect.element(page.getByRole('status')).toMatchTextContent(/This file could not be read/)
})
