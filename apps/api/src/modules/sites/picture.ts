import type { UploadedFile } from '@gatehouse/validation/endpoint'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { sites } from '../../db/schema/sites.ts'
import { withScope } from '../../db/tenancy.ts'
import { imageName, type PhotoStore } from '../../storage/photos.ts'
import { readPicture } from '../../storage/read-image.ts'
import { lockSite, readSite, type SiteRow, toSiteResponse } from './site-list.ts'

const fileOf = (picture: string) => `${picture}.webp`

/** Sets the picture of a site's kiosks. @throws AppError `not_found`, and as `readPicture` */
export async function setPicture(
  ctx: Context<StaffActor>,
  images: PhotoStore,
  id: string,
  file: UploadedFile,
): Promise<SiteRow> {
  await withScope(ctx.db, ctx.actor.scope, (tx) => lockSite(tx, ctx.actor, 'manage', id))
  const bytes = await readPicture(file, ownerOf(ctx.actor))
  const picture = `pictures/${id}/${imageName()}`
  await images.saveImage(fileOf(picture), bytes)
  return writePicture(ctx, images, id, picture)
}

export const deletePicture = (ctx: Context<StaffActor>, images: PhotoStore, id: string): Promise<SiteRow> =>
  writePicture(ctx, images, id, null)

async function writePicture(
  { db, actor, now, log }: Context<StaffActor>,
  images: PhotoStore,
  id: string,
  picture: string | null,
): Promise<SiteRow> {
  const { before, site } = await withScope(db, actor.scope, async (tx) => {
    const row = await lockSite(tx, actor, 'manage', id)
    const isRow = hasValues(sites, { clientId: row.clientId, id })
    const { site: _, ...figures } = await readSite(tx, now, isRow)
    if (row.picture === picture) return { before: null, site: { ...figures, site: row } }
    const changed = await editRow(tx, {
      row,
      show: (shown) => toSiteResponse({ ...figures, site: shown }),
      ifMatch: undefined,
      write: async (lastModified) => {
        const [written] = await tx.update(sites).set({ picture, lastModified }).where(isRow).returning()
        if (!written) throw new Error('The row is locked')
        return written
      },
      audit: auditOf({ actor, now }, 'site.updated', 'site', { clientId: row.clientId, id }),
    })
    return { before: row.picture, site: { ...figures, site: changed } }
  })
  if (before !== null) await images.removeUnused([fileOf(before)], log)
  return site
}
