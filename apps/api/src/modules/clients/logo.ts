import { logoFile, logoHeights } from '@gatehouse/validation/brand'
import type { UploadedFile } from '@gatehouse/validation/endpoint'
import { eq } from 'drizzle-orm'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { clients } from '../../db/schema/clients.ts'
import { withReadScope, withScope } from '../../db/tenancy.ts'
import { imageName, type PhotoStore } from '../../storage/photos.ts'
import { readLogo } from '../../storage/read-image.ts'
import { type ClientRow, getClientOrThrow, toClientResponse } from './queries.ts'

const filesOf = (logo: string) => logoHeights.map((height) => [height, logoFile(logo, height)] as const)

/**
 * Sets the logo of a client. An admin may change their own client's, a site_admin any.
 * @throws AppError `not_found`, and as `readLogo`
 */
export async function setLogo(
  ctx: Context<StaffActor>,
  images: PhotoStore,
  id: string,
  file: UploadedFile,
): Promise<ClientRow> {
  await withReadScope(ctx.db, ctx.actor.scope, (tx) => getClientOrThrow(tx, id))
  const drawn = await readLogo(file, ownerOf(ctx.actor))
  const logo = `logos/${id}/${imageName()}`
  await Promise.all(filesOf(logo).map(([height, name]) => images.saveImage(name, drawn[height])))
  return writeLogo(ctx, images, id, logo)
}

export const deleteLogo = (ctx: Context<StaffActor>, images: PhotoStore, id: string): Promise<ClientRow> =>
  writeLogo(ctx, images, id, null)

async function writeLogo(
  { db, actor, now, log }: Context<StaffActor>,
  images: PhotoStore,
  id: string,
  logo: string | null,
): Promise<ClientRow> {
  const { before, client } = await withScope(db, actor.scope, async (tx) => {
    const row = await getClientOrThrow(tx, id, 'to change it')
    if (row.logo === logo) return { before: null, client: row }
    const changed = await editRow(tx, {
      row,
      show: toClientResponse,
      ifMatch: undefined,
      write: async (lastModified) => {
        await tx.update(clients).set({ logo, lastModified }).where(eq(clients.id, id))
        return getClientOrThrow(tx, id)
      },
      audit: auditOf({ actor, now }, 'client.updated', 'client', { clientId: id, id }),
    })
    return { before: row.logo, client: changed }
  })
  if (before !== null)
    await images.removeUnused(
      filesOf(before).map(([, name]) => name),
      log,
    )
  return client
}
