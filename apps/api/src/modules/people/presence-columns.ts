import { presence } from '../../db/schema/visits.ts'

/** What lists and boards show of somebody on a site. */
export const presenceColumns = {
  clientId: presence.clientId,
  siteId: presence.siteId,
  visitId: presence.visitId,
  kind: presence.kind,
  firstName: presence.firstName,
  lastName: presence.lastName,
  mobile: presence.mobile,
  roleName: presence.roleName,
  dependents: presence.dependents,
  signedInAt: presence.signedInAt,
}
