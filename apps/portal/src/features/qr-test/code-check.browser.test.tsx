import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { CodeCheck } from './code-check.tsx'

const button = page.getByRole('button', { name: 'Use the camera' })
const open = () => renderPage({ Page: () => <CodeCheck expected="https://gate.example/GATE" /> })

afterEach(() => vi.restoreAllMocks())

test.each([
  ['NotAllowedError', /may not use the camera.*Allow the camera in the settings/],
  ['NotFoundError', /No camera was found.*Connect one/],
  ['OverconstrainedError', /No camera was found.*Connect one/],
  ['NotReadableError', /gives no picture.*Another program may be using it/],
  ['AbortError', /gives no picture.*Another program may be using it/],
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
  await expect.poll(() => streams).toHaveLength(0)
  second?.getTracks().forEach((track) => track.dispatchEvent(new Event('ended')))
  await expect.element(page.getByRole('status')).toMatchTextContent(/gives no picture/)
})
