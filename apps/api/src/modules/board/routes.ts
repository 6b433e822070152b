import {
  getBoardEndpoint,
  getBoardPhotoEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
} from '@gatehouse/validation/endpoints/board'
import { AppError } from '../../lib/app-error.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { presentAway, presentOnSite, presentSite } from './present.ts'
import { findBoardSites, findPeopleAway, findPeopleOnSite, findPhotoKey } from './queries.ts'

export function registerBoard({ route }: Router, photos: PhotoStore): void {
  route(listBoardSitesEndpoint, async ({ ctx }) => (await findBoardSites(ctx)).map(presentSite))

  route(getBoardEndpoint, async ({ ctx, params }) =>
    (await findPeopleOnSite(ctx, params.siteId)).map(presentOnSite),
  )

  route(getCheckedOutBoardEndpoint, async ({ ctx, params }) =>
    (await findPeopleAway(ctx, params.siteId)).map(presentAway),
  )

  route(getBoardPhotoEndpoint, async ({ ctx, params }) => {
    const person = await findPhotoKey(ctx, params.userId)
    if (!person) throw new AppError('not_found')
    return person.photoKey === null ? null : photos.find(person.photoKey)
  })
}
