import { endpoints } from '@gatehouse/validation/endpoints/all'
import { AppError } from '../../lib/app-error.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { listDoubtedDepartures } from './doubted-departures.ts'
import { createBoardLists } from './lists.ts'
import { explainListing } from './why-listed.ts'
import { findBoardSites, findPhotoKey } from './queries.ts'

export interface BoardDeps {
  photos: PhotoStore
  /** Whether responses are validated against the declaration before they are sent. */
  checkResponses: boolean
}

export function registerBoard({ route }: Router, { photos, checkResponses }: BoardDeps): void {
  const lists = createBoardLists({ checked: checkResponses })

  route(endpoints.listBoardSites, ({ ctx, query }) => findBoardSites(ctx, query))
  route(endpoints.getBoard, ({ ctx, params }) => lists.find(ctx, params.siteId, 'on_site'))
  route(endpoints.getCheckedOutBoard, ({ ctx, params }) => lists.find(ctx, params.siteId, 'away'))
  route(endpoints.listDoubtedDepartures, ({ ctx, params }) => listDoubtedDepartures(ctx, params.siteId))
  route(endpoints.explainListing, ({ ctx, params }) => explainListing(ctx, params))
  route(endpoints.getBoardPhoto, async ({ ctx, params }) => {
    const person = await findPhotoKey(ctx, params.userId)
    if (!person) throw new AppError('not_found')
    return person.photoKey === null ? null : photos.find(person.photoKey)
  })
}
