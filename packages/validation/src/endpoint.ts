import type * as v from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import type { RateRuleName } from './limits.ts'

/**
 * Who may call an endpoint. Site-bound rights (which sites a Manager or Staff entry opens) are decided by the
 * module's policy on top of this.
 * - `public`: anybody
 * - `half_session`: a session, even one that still owes its second step
 * - `board`: a session that may watch a board; a half session too, unless the client's policy forbids it
 * - `person`: a session that passed every step
 * - `staff`: a person with more than Device and Guest entries
 * - `admin`: an admin of the client, or a site_admin
 * - `site_admin`: who runs the installation
 */
export type Access = 'public' | 'half_session' | 'board' | 'person' | 'staff' | 'admin' | 'site_admin'

type Schema = v.GenericSchema
type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

export interface EndpointDeclaration {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`
  /** One sentence for the reference page. */
  summary: string
  access: Access
  /** Which bucket a call takes from, beside the general one: per network address, and per the named field of the input. */
  limit?: { rule: RateRuleName; per?: string }
  /** May be called by an account that must change its password first. */
  whilePasswordDue?: boolean
  /** Asked by a timer as well: it keeps a session from idling out only where the call says that somebody is there. */
  background?: boolean
  /** The answer carries a strong ETag over its bytes, and an unchanged one costs a 304. */
  etag?: boolean
  params?: ObjectSchema
  query?: ObjectSchema
  headers?: ObjectSchema
  body?: ObjectSchema
  /** The answer's shape; `none` is 204, `image` an image or 204. */
  response: Schema | 'none' | 'image'
  status?: 200 | 201
  /** Set by `listEndpoint`: what the list can be sorted and filtered by. */
  list?: {
    sort: readonly [string, ...string[]]
    defaultSort: string
    filters: v.ObjectEntries
  }
  /** The endpoint's own codes, beside those that its access and input imply. */
  errors: readonly ErrorCode[]
}

/** The request header by which a call of a background endpoint says, with `1`, that a person has just asked for it. */
export const userActiveHeader = 'x-user-active'

/** Declares an endpoint once; the API's route, the client's call, the reference page and the access matrix follow from it. */
export function endpoint<const Declaration extends EndpointDeclaration>(
  declaration: Declaration,
): Declaration {
  return declaration
}

type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined
type Sent<S> = S extends Schema ? v.InferInput<S> : undefined
type Part = 'params' | 'query' | 'headers' | 'body'
type PartOf<E, P extends Part> = E extends Record<P, infer S> ? S : undefined

/** What a handler receives, parsed. */
export type EndpointInput<E extends EndpointDeclaration> = { [P in Part]: Parsed<PartOf<E, P>> }

/** What a caller sends: only the parts that the endpoint declares. */
export type EndpointRequest<E extends EndpointDeclaration> = {
  [P in Part as PartOf<E, P> extends Schema ? P : never]: Sent<PartOf<E, P>>
}

/** What a handler returns. */
export type EndpointAnswer<E extends EndpointDeclaration> = E['response'] extends Schema
  ? v.InferInput<E['response']>
  : E['response'] extends 'image'
    ? EndpointImage | null
    : void

/** What a caller receives. */
export type EndpointResult<E extends EndpointDeclaration> = E['response'] extends Schema
  ? v.InferOutput<E['response']>
  : E['response'] extends 'image'
    ? Blob | null
    : void

export interface EndpointImage {
  type: 'image/webp'
  bytes: Uint8Array
  /** Names the content, for the ETag. */
  version: string
}

/** Every code with which an endpoint may refuse, and no other one. */
export function errorCodesOf(declaration: EndpointDeclaration): ErrorCode[] {
  const implied: ErrorCode[] = ['bad_request', 'too_many_requests', 'internal', 'unavailable']
  if (declaration.access !== 'public') {
    implied.push('unauthenticated')
    // A half session may call what all of them may; nobody's role is too small for what is a person's own.
    if (declaration.access !== 'half_session') implied.push('two_step_required')
    if (isBoundToRole[declaration.access]) implied.push('forbidden')
    if (!declaration.whilePasswordDue) implied.push('password_change_required')
  }
  // A parameter that can be no id leads nowhere.
  if (declaration.params) implied.push('not_found')
  // Where no body is declared one is read all the same, and let go.
  if (declaration.method !== 'GET') implied.push('payload_too_large', 'unsupported_media_type')
  return [...new Set([...implied, ...declaration.errors])]
}

const isBoundToRole: Record<Exclude<Access, 'public'>, boolean> = {
  half_session: false,
  board: false,
  person: false,
  staff: true,
  admin: true,
  site_admin: true,
}
