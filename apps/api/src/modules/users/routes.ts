import {
  changeUsersEndpoint,
  createUserEndpoint,
  getUserEndpoint,
  inviteUserEndpoint,
  listUsersEndpoint,
  resetUserPinEndpoint,
  updateUserEndpoint,
} from '@gatehouse/validation/endpoints/users'
import type { Router } from '../../plugins/route.ts'
import { type AccessPins, resetPin } from './access-pins.ts'
import { changeUsers } from './change-users.ts'
import { createUser, type UserDeps } from './create-user.ts'
import { inviteUser } from './invite-user.ts'
import { getUser, listUsers } from './queries.ts'
import { updateUser } from './update-user.ts'

export function registerUsers({ route }: Router, deps: UserDeps & { pins: AccessPins }): void {
  route(listUsersEndpoint, ({ ctx, query }) => listUsers(ctx, query))
  route(createUserEndpoint, ({ ctx, body }) => createUser(ctx, deps, body))
  route(changeUsersEndpoint, ({ ctx, body }) => changeUsers(ctx, body))
  route(getUserEndpoint, ({ ctx, params }) => getUser(ctx, params.id))
  route(updateUserEndpoint, ({ ctx, params, body }) => updateUser(ctx, deps, params.id, body))
  route(inviteUserEndpoint, ({ ctx, params }) => inviteUser(ctx, params.id))
  route(resetUserPinEndpoint, async ({ ctx, params }) => ({ pin: await resetPin(ctx, deps.pins, params.id) }))
}
