import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { siteAsksHost } from '../sign-in-methods/queries.ts'
import { isHost } from '../users/hosts-of-site.ts'
import type { HostRefs } from './host-refs.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'

/** Whom a visitor came to see: a person of the site, or a name that was only typed. */
export type VisitHost = { userId: string; name: '' } | { userId: null; name: string }

/** Somebody whom staff have picked for the visitor. They may see the people of the site, so no reference hides the id. */
export interface PickedHost {
  userId: string
}

interface Naming {
  /** Nobody can be asked again, because the visitor has left the kiosk: the name counts as typed where the reference is unknown. */
  isFinal: boolean
  /** Staff sign the visitor in. They may name a host where any method of the site asks. */
  auditOf: boolean
}

/**
 * Whom the visitor named, where the method asks. A person is looked up by the reference from the list, or by the id that staff have picked.
 * @throws AppError `unknown_host` for somebody who receives no visitors at the site, or does no longer
 */
export async function chooseHost(
  tx: Transaction,
  refs: HostRefs,
  { method, site: { clientId, id: siteId } }: OpenMethod,
  named: NamedHost | PickedHost | null | undefined,
  { isFinal, auditOf }: Naming,
): Promise<VisitHost | null> {
  if (!named) return null
  const site = { clientId, siteId }
  if (!method.asksHost && !(auditOf && (await siteAsksHost(tx, site)))) return null
  const name = 'userId' in named ? '' : named.name
  if ('userId' in named || named.ref !== undefined) {
    const userId = 'userId' in named ? named.userId : refs.read(named.ref ?? '', method.id)
    if (userId !== undefined && (await isHost(tx, site, userId))) return { userId, name: '' }
    if (!isFinal) throw new AppError('unknown_host', { fields: { host: 'host_unknown' } })
  }
  return name === '' ? null : { userId: null, name }
}
