import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isHost } from '../users/hosts-of-site.ts'
import type { HostRefs } from './host-refs.ts'
import type { CheckInMethod } from './read-check-in.ts'

/** Whom a visitor came to see: a person of the site, or a name that was only typed. */
export type VisitHost = { userId: string; name: '' } | { userId: null; name: string }

/**
 * Whom the visitor named, where the method asks. A person is looked up by the reference from the list.
 * @param isFinal nobody can be asked again, because the visitor has left the kiosk: the name counts as typed where the reference is unknown
 * @throws AppError `unknown_host` for somebody who receives no visitors at the site, or does no longer
 */
export async function chooseHost(
  tx: Transaction,
  refs: HostRefs,
  { method, site: { clientId, id: siteId } }: CheckInMethod,
  named: NamedHost | null | undefined,
  isFinal: boolean,
): Promise<VisitHost | null> {
  if (!method.asksHost || !named) return null
  if (named.ref !== undefined) {
    const userId = refs.read(named.ref, method.id)
    if (userId !== undefined && (await isHost(tx, { clientId, siteId }, userId))) return { userId, name: '' }
    if (!isFinal) throw new AppError('unknown_host', { fields: { host: 'host_unknown' } })
  }
  return named.name === '' ? null : { userId: null, name: named.name }
}
