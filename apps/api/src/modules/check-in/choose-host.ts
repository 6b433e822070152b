import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { visitHosts } from '../../db/schema/visits.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Cipher, tryDecrypt } from '../../lib/encryption.ts'
import { bytesOfId, idOfBytes } from '../../lib/ids.ts'
import { hostAccount, hostName, isHostAccount } from '../people/user-names.ts'
import { type OpenMethod, siteAsksHost } from '../sign-in-methods/queries.ts'
import { isHost } from '../users/hosts-of-site.ts'
import type { CheckOutTokens } from './check-out-token.ts'

/** The host of a visitor: a user of the site, or a name that was only typed. */
export type VisitHost = { userId: string; name: '' } | { userId: null; name: string }

/** A host picked by staff. Staff may see the site's users, so the id needs no opaque reference. */
export interface PickedHost {
  userId: string
}

interface Naming {
  /** The visitor has left the kiosk, so an unknown reference counts as a typed name. */
  isFinal: boolean
  /** Staff sign the visitor in. They may name a host if any method of the site asks for one. */
  byStaff: boolean
}

/**
 * The host that the visitor named, where the method asks for one.
 * @throws AppError `unknown_host` for a person who receives no visitors at the site
 */
export async function chooseHost(
  tx: Transaction,
  refs: HostRefs,
  { method, site: { clientId, id: siteId } }: OpenMethod,
  named: NamedHost | PickedHost | null | undefined,
  { isFinal, byStaff }: Naming,
): Promise<VisitHost | null> {
  if (!named) return null
  const site = { clientId, siteId }
  if (!method.asksHost && !(byStaff && (await siteAsksHost(tx, site)))) return null
  const name = 'userId' in named ? '' : named.name
  if ('userId' in named || named.ref !== undefined) {
    const userId = 'userId' in named ? named.userId : refs.read(named.ref ?? '', method.id)
    if (userId !== undefined && (await isHost(tx, site, userId))) return { userId, name: '' }
    if (!isFinal) throw new AppError('unknown_host', { fields: { host: 'host_unknown' } })
  }
  return name === '' ? null : { userId: null, name }
}

const ID_BYTES = 16

export type HostRefs = ReturnType<typeof createHostRefs>

/**
 * References to hosts that a visitor may pick: the id, encrypted per method, so that references of
 * two searches or methods cannot be compared.
 */
export function createHostRefs(cipher: Cipher) {
  return {
    of: (userId: string, methodId: string): string =>
      cipher.encrypt(bytesOfId(userId), methodId).toString('base64url'),
    /** The id of the person; undefined for a forged reference or one of another method. */
    read(ref: string, methodId: string): string | undefined {
      const plain = tryDecrypt(() => cipher.decrypt(Buffer.from(ref, 'base64url'), methodId))
      return plain instanceof Error || plain.length !== ID_BYTES ? undefined : idOfBytes(plain)
    },
  }
}

/** The host's answer to a visit. @throws AppError `not_found` for a forged token */
export async function getHostAnswer(
  { db }: Pick<Context, 'db'>,
  tokens: CheckOutTokens,
  checkOutToken: string,
): Promise<OutputOf<'getHostAnswer'>> {
  const token = tokens.read(checkOutToken)
  if (!token) throw new AppError('not_found')
  return withReadScope(db, token.scope, async (tx) => {
    const [found] = await tx
      .select({ host: hostName, userId: visitHosts.userId, answer: visitHosts.answer })
      .from(visitHosts)
      .leftJoin(hostAccount, isHostAccount)
      .where(hasValues(visitHosts, { clientId: token.scope.clientId, visitId: token.visitId }))
    if (!found) return { host: null, isTold: false, answer: null }
    return { host: found.host, isTold: found.userId !== null, answer: found.answer }
  })
}
