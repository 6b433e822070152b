import {
  getBoardEndpoint,
  getBoardPhotoEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
  listDoubtedDeparturesEndpoint,
} from '@gatehouse/validation/endpoints/board'
import { explainListingEndpoint } from '@gatehouse/validation/endpoints/listing-reason'
import { AppError } from '../../lib/app-error.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { listDoubtedDepartures } from './doubted-departures.ts'
import { createBoardLists } from './lists.ts'
import { explainListing } from './why-listed.ts'
import { findBoardSites, findPhotoKey } from './queries.ts'

export interface BoardDeps {
  photos: PhotoStore
  /** Whether responses are checked by the declaration before they are sent. */
  checkResponses: boolean
}

export function registerBoard({ route }: Router, { photos, checkResponses }: BoardDeps): void {
  const lists = createBoardLists({ checked: checkResponses })

  route(listBoardSitesEndpoint, ({ ctx, query }) => findBoardSites(ctx, query))
  route(getBoardEndpoint, ({ ctx, params }) => lists.find(ctx, params.siteId, 'on_site'))
  route(getCheckedOutBoardEndpoint, ({ ctx, params }) => lists.find(ctx, params.siteId, 'away'))
  route(listDoubtedDeparturesEndpoint, ({ ctx, params }) => listDoubtedDepartures(ctx, params.siteId))
  route(explainListingEndpoint, ({ ctx, params }) => explainListing(ctx, params))
  route(getBoardPhotoEndpoint, async ({ ctx, params }) => {
    const person = await findPhotoKey(ctx, params.userId)
    if (!person) throw new AppError('not_found')
    return person.photoKey === null ? null : photos.find(person.photoKey)
  })
}
