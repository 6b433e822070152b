import { deleteSitePictureEndpoint, putSitePictureEndpoint } from '@gatehouse/validation/endpoints/sites'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { site } from '../../../test/site.ts'
import { stubApi } from '../../../test/stub-api.ts'
import { SitePictureModal } from './site-picture.tsx'

const file = page.getByLabelText(/^Choose a picture/)
const save = page.getByRole('button', { name: 'Save picture' })

async function open(picture: string | null) {
  const server = stubApi()
  server.on(putSitePictureEndpoint, () => ({ ...site, picture: 'pictures/a/b' }))
  server.on(deleteSitePictureEndpoint, () => ({ ...site, picture: null }))
  const onClose = vi.fn<() => void>()
  await renderPage({ Page: () => <SitePictureModal site={{ ...site, picture }} onClose={onClose} /> })
  await expect.element(save).toBeVisible()
  return { server, onClose }
}

test('another file is refused, and a picture is saved', async () => {
  const { server, onClose } = await open(null)
  await save.click()
  await expect.element(page.getByText('Choose a photo as PNG, JPEG or WebP.')).toBeVisible()
  expect(server.requestsOf(putSitePictureEndpoint)).toEqual([])
  await userEvent.upload(file, new File(['png'], 'hall.png', { type: 'image/png' }))
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.requestsOf(putSitePictureEndpoint)).toHaveLength(1)
})

test('the picture is deleted', async () => {
  const { server, onClose } = await open('pictures/a/b')
  await page.getByRole('button', { name: 'Delete picture' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.requestsOf(deleteSitePictureEndpoint)).toHaveLength(1)
})
