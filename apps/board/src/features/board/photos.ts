import { getBoardPhotoEndpoint } from '@gatehouse/validation/endpoints/board'
import { api } from '../../lib/api.ts'
import { createPhotoCache } from './photo-cache.ts'

export const photos = createPhotoCache({
  fetchPhoto: (userId) => api.call(getBoardPhotoEndpoint, { params: { userId } }),
  createUrl: (photo) => URL.createObjectURL(photo),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  keep: 200,
})
