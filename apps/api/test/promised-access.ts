import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { ActorName } from './world.ts'

const nobody: ActorName[] = ['anonymous', 'expired', 'revoked', 'user of a disabled client']
const pre2faSessions: ActorName[] = [
  'pre-2FA session',
  'pre-2FA session where the board needs none',
  'pre-2FA session of a board',
]
const boardOnly: ActorName[] = ['board-only A', 'guest-only A']
export const siteBound: ActorName[] = [
  'board-only A',
  'guest-only A',
  'pre-2FA session of a board',
  'staff A',
  'manager A',
]

/**
 * The declared result for an actor: an error code, or `through` where the call reaches its target.
 */
export function promisedAccess(endpoint: EndpointDeclaration, actor: ActorName): ErrorCode | 'through' {
  const { access, path } = endpoint
  if (access === 'public') return 'through'
  if (nobody.includes(actor)) return 'unauthenticated'
  if (actor === 'must change password')
    return endpoint.whilePasswordDue ? 'through' : 'password_change_required'
  if (access === 'pre_2fa') return 'through'
  if (pre2faSessions.includes(actor)) {
    const isOpen = actor !== 'pre-2FA session' && path.startsWith('/board/')
    if (!isOpen) return 'two_step_required'
    return access === 'board' || actor === 'pre-2FA session of a board' ? 'through' : 'forbidden'
  }
  if (access === 'board_only' && !boardOnly.includes(actor)) return 'forbidden'
  if (access === 'staff' && boardOnly.includes(actor)) return 'forbidden'
  if (access === 'manager' && siteBound.includes(actor) && actor !== 'manager A') return 'forbidden'
  if (access === 'admin' && (siteBound.includes(actor) || boardOnly.includes(actor))) return 'forbidden'
  if (access === 'site_admin' && actor !== 'site_admin') return 'forbidden'
  return 'through'
}
