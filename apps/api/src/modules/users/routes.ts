import { endpoints } from '@gatehouse/validation/endpoints/all'
import { getWorkingScope } from '../../context.ts'
import type { Exports } from '../../db/open-export.ts'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { type AccessPins, resetPin } from './access-pins.ts'
import { changeUsers } from './change-users.ts'
import { createUser, type UserDeps } from './create-user.ts'
import { exportUsers } from './export-users.ts'
import { importUsers } from './import-users.ts'
import { type InviteDeps, inviteUser } from './invite-user.ts'
import { deletePhoto, findPhoto, setPhoto } from './photo.ts'
import { getUser, listUsers } from './queries.ts'
import { undoAccountTypes } from './account-types.ts'
import { resetTwoStep } from './reset-two-step.ts'
import { updateUser } from './update-user.ts'

/** How many parts of files of one client may wait, and how long: less than a browser's timeout. */
const WAITING_IMPORTS = 4
const IMPORT_WAIT_MS = 8000

export function registerUsers(
  { route }: Router,
  deps: UserDeps & InviteDeps & { pins: AccessPins; photos: PhotoStore; exports: Exports },
): void {
  const imports = createSemaphore({
    permitsPerGroup: 1,
    maxWaiting: WAITING_IMPORTS,
    maxWaitMs: IMPORT_WAIT_MS,
    createError: () => new AppError('import_running'),
  })
  route(endpoints.listUsers, ({ ctx, query }) => listUsers(ctx, query))
  route(endpoints.createUser, ({ ctx, body }) => createUser(ctx, deps, body))
  route(endpoints.changeUsers, ({ ctx, body }) => changeUsers(ctx, deps, body))
  route(endpoints.undoAccountTypes, ({ ctx, body }) => undoAccountTypes(ctx, deps, body.users))
  route(endpoints.getUser, ({ ctx, params }) => getUser(ctx, params.id))
  route(endpoints.updateUser, ({ ctx, params, headers, body }) =>
    updateUser(ctx, deps, params.id, body, headers['if-match']),
  )
  route(endpoints.inviteUser, ({ ctx, params }) => inviteUser(ctx, deps, params.id))
  route(endpoints.exportUsers, ({ ctx, query }) => exportUsers(ctx, deps.exports, query))
  route(endpoints.importUsers, ({ ctx, query, upload }) =>
    imports.run(() => importUsers(ctx, deps, query, upload.bytes), {
      group: getWorkingScope(ctx.actor).clientId,
    }),
  )
  route(endpoints.getUserPhoto, ({ ctx, params }) => findPhoto(ctx, deps.photos, params.id))
  route(endpoints.putUserPhoto, ({ ctx, params, upload }) => setPhoto(ctx, deps.photos, params.id, upload))
  route(endpoints.deleteUserPhoto, ({ ctx, params }) => deletePhoto(ctx, deps.photos, params.id))
  route(endpoints.resetTwoStep, ({ ctx, params }) => resetTwoStep(ctx, params.id))
  route(endpoints.resetUserPin, async ({ ctx, params }) => ({
    pin: await resetPin(ctx, deps.pins, params.id),
  }))
}
