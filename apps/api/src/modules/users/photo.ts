import { hasValues } from '../../db/has-values.ts'
import type { EndpointImage, UploadedFile } from '@gatehouse/validation/endpoint'
import { and, eq } from 'drizzle-orm'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError, kindOf } from '../../lib/app-error.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { readPhoto } from '../../storage/read-image.ts'
import { lockEditableUser } from './queries.ts'
import { isVisibleUser } from './policy.ts'

/** The photo of a user whom the person may see; null where there is none. */
export async function findPhoto(
  { db, actor }: Context<StaffActor>,
  photos: PhotoStore,
  id: string,
): Promise<EndpointImage | null> {
  const [user] = await withReadScope(db, actor.scope, (tx) =>
    tx
      .select({ photoKey: users.photoKey })
      .from(users)
      .where(and(isVisibleUser(actor), eq(users.id, id))),
  )
  if (!user) throw new AppError('not_found')
  return user.photoKey === null ? null : photos.find(user.photoKey)
}

/** Sets the photo of a user. Rights are checked before decoding, and again when it is stored. */
export async function setPhoto(
  { db, actor, now, log }: Context<StaffActor>,
  photos: PhotoStore,
  id: string,
  file: UploadedFile,
): Promise<void> {
  const { clientId } = await withScope(db, actor.scope, (tx) => lockEditableUser(tx, actor, id))
  const bytes = await readPhoto(file, ownerOf(actor))
  // If this stops before the row names the file, the file is deleted with the account.
  const photoKey = await photos.save(clientId, id, bytes)
  const before = await withScope(db, actor.scope, (tx) => writeKey(tx, actor, id, photoKey, now))
  if (before === null || before === photoKey) return
  await photos.removeOne(before).catch((error: unknown) => {
    log.warn({ failure: kindOf(error) }, 'an earlier photo could not be deleted')
  })
}

export async function deletePhoto(
  { db, actor, now }: Context<StaffActor>,
  photos: PhotoStore,
  id: string,
): Promise<void> {
  await withScope(db, actor.scope, async (tx) => {
    const before = await writeKey(tx, actor, id, null, now)
    // If the file can't be deleted, the row keeps its key, so that another attempt can.
    if (before !== null) await photos.removeOne(before)
  })
}

/** @returns the earlier key */
async function writeKey(
  tx: Transaction,
  actor: StaffActor,
  id: string,
  photoKey: string | null,
  now: Date,
): Promise<string | null> {
  const user = await lockEditableUser(tx, actor, id)
  await tx
    .update(users)
    .set({ photoKey, lastModified: nextModified(users.lastModified, now) })
    .where(hasValues(users, { clientId: user.clientId, id }))
  await recordAudit(tx, {
    ...auditOf({ actor, now }, photoKey === null ? 'user.photo_deleted' : 'user.photo_changed', 'user', {
      clientId: user.clientId,
      id,
    }),
    details: { before: { has_photo: user.photoKey !== null }, after: { has_photo: photoKey !== null } },
  })
  return user.photoKey
}
