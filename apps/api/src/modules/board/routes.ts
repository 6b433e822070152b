import {
  getBoardEndpoint,
  getBoardPhotoEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
} from '@gatehouse/validation/endpoints/board'
import { AppError } from '../../lib/app-error.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { mobileVisibility } from '../people/mobile-visibility.ts'
import { presentAway, presentOnSite, presentSite } from './present.ts'
import { findBoardSites, findPeopleAway, findPeopleOnSite, findPhotoKey } from './queries.ts'

export function registerBoard({ route }: Router, photos: PhotoStore): void {
  route(listBoardSitesEndpoint, async ({ ctx, query }) => (await findBoardSites(ctx, query)).map(presentSite))

  route(getBoardEndpoint, async ({ ctx, params }) => {
    const mobiles = mobileVisibility(ctx.actor)
    return (await findPeopleOnSite(ctx, params.siteId)).map((row) => presentOnSite(mobiles, row))
  })

  route(getCheckedOutBoardEndpoint, async ({ ctx, params }) => {
    const mobiles = mobileVisibility(ctx.actor)
    const { site, people } = await findPeopleAway(ctx, params.siteId)
    return people.map((user) => presentAway(mobiles, site, user))
  })

  route(getBoardPhotoEndpoint, async ({ ctx, params }) => {
    const person = await findPhotoKey(ctx, params.userId)
    if (!person) throw new AppError('not_found')
    return person.photoKey === null ? null : photos.find(person.photoKey)
  })
}
