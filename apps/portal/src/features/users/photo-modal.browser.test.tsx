import { putUserPhotoEndpoint } from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { PhotoModal } from './photo-modal.tsx'

const user = {
  id: '00000000-0000-4000-8000-000000000001',
  first_name: 'Ana',
  last_name: 'Silva',
  has_photo: false,
}

test('what is wrong with a file stands there also after an attempt to save it', async () => {
  stubApi()
  await renderPage({ Page: () => <PhotoModal user={{ ...user, last_modified: '' }} onClose={() => {}} /> })
  const save = page.getByRole('button', { name: 'Save photo' })
  await save.click()
  await expect.element(page.getByText('Choose a photo as PNG, JPEG or WebP.')).toBeVisible()
  const large = new File([new Uint8Array(limits.photo.bytes + 1)], 'large.png', { type: 'image/png' })
  await page.getByLabelText('Choose a photo').upload(large)
  const tooLarge = page.getByText('This file is larger than 5 MB. Choose a smaller one.')
  await expect.element(tooLarge).toBeVisible()
  await save.click()
  await expect.element(tooLarge).toBeVisible()
})

test('why one file could not be saved does not stand beside another one', async () => {
  const server = stubApi()
  server.on(putUserPhotoEndpoint, () => {
    throw new StubApiError('photo_animated')
  })
  await renderPage({ Page: () => <PhotoModal user={{ ...user, last_modified: '' }} onClose={() => {}} /> })
  const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const choose = (name: string) =>
    page.getByLabelText('Choose a photo').upload(new File([picture!], name, { type: 'image/png' }))
  await choose('one.png')
  await expect.element(page.getByRole('slider', { name: 'Enlarge' })).toBeVisible()
  await page.getByRole('button', { name: 'Save photo' }).click()
  const failure = page.getByText('The photo could not be saved')
  await expect.element(failure).toBeVisible()
  await choose('two.png')
  await expect.element(page.getByRole('slider', { name: 'Enlarge' })).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})
