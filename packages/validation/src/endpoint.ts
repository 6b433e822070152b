import type * as v from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import type { Uuid } from './fields.ts'
import type { RateRuleName } from './limits.ts'
import type { ApiKeyScope } from './vocabulary.ts'

/**
 * Who may call an endpoint. The module's policy also decides which sites a person may see.
 *
 * - `public`: anyone
 * - `pre_2fa`: any session, also one that has not passed its second factor
 * - `board`, below `/board/`: an authenticated session; a pre-2FA session of a board's screen, and
 *   of staff where the client's policy has `board_without_two_step`
 * - `board_only`: as `board`, a person with no other access entries than Device and Guest
 * - `person`: an authenticated session
 * - `staff`: a person with other access entries than Device and Guest
 * - `manager`: a person with a Manager entry, or an admin
 * - `admin`: an admin of the client, or a site_admin
 * - `site_admin`: an administrator of the installation
 */
export type Access =
  | 'public'
  | 'pre_2fa'
  | 'board'
  | 'board_only'
  | 'person'
  | 'staff'
  | 'manager'
  | 'admin'
  | 'site_admin'

type Schema = v.GenericSchema
type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

export interface EndpointDeclaration {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`
  /** The text for the reference page. */
  summary: string
  access: Access
  /** Also open to API keys with this scope. A key sees what an admin of its client sees. */
  apiKeyScope?: ApiKeyScope | undefined
  /**
   * A rate limit besides the general one: per person or API key, for guests per network address,
   * and per value of the named input field.
   */
  limit?: { rule: RateRuleName; per?: string }
  /** Set by `creationEndpoint`: one row is created per idempotency key. */
  isCreation?: boolean
  /** Called by visitors' phones, which have database connections that nothing else can exhaust. */
  byGuests?: boolean
  /** About clients as a whole, whichever is chosen. Implied by the access `site_admin`. */
  isAboutClients?: boolean
  /** Open to an account that has to change its password first. */
  whilePasswordDue?: boolean
  /** Also called by a timer. It keeps a session alive only with `userActiveHeader`. */
  background?: boolean
  /** The response has a strong ETag over its bytes, and an unchanged one is a 304. */
  etag?: boolean
  /** The body is a file instead of JSON: of these types, and of at most this many bytes. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** The schemas of the path's parameters. Left out where they are ids: `endpoints` adds those. */
  params?: ObjectSchema
  query?: ObjectSchema
  headers?: ObjectSchema
  body?: Schema
  /** The largest body in bytes, where it may exceed the default. */
  bodyBytes?: number
  /**
   * The shape of the response. `none` is 204, `image` an image or 204, `file` a file to save or
   * print, `csv` a streamed file.
   */
  response: Schema | 'none' | 'image' | 'file' | 'csv'
  status?: 200 | 201
  /** Set by `listEndpoint`: what the list can be sorted and filtered by. */
  list?: {
    sort: readonly [string, ...string[]]
    defaultSort: string
    filters: v.ObjectEntries
  }
  /** The endpoint's own codes, besides those implied by its access and input. */
  errors?: readonly ErrorCode[]
}

/** Set to `1` where a user, not a timer, has caused the call of a background endpoint. */
export const userActiveHeader = 'x-user-active'

/** How many rows an export has, without the column names. */
export const exportRowsHeader = 'x-export-rows'

/**
 * The client that a site_admin has chosen: the call reads and writes only this client's rows.
 * Without it, a site_admin reads those of all clients.
 */
export const chosenClientHeader = 'x-client-id'

/**
 * Whether the endpoint uses the chosen client. Calls of a pre-2FA session concern only the caller's
 * account, and those about clients the whole installation.
 */
export function mayChooseClient({
  access,
  isAboutClients = false,
}: Pick<EndpointDeclaration, 'access' | 'isAboutClients'>): boolean {
  return (
    !isAboutClients &&
    access !== 'public' &&
    access !== 'pre_2fa' &&
    access !== 'board_only' &&
    access !== 'site_admin'
  )
}

/** Declares an endpoint for the API's route, the client's call, the reference and the tests. */
export function endpoint<const Declaration extends EndpointDeclaration>(
  declaration: Declaration,
): Declaration {
  return declaration
}

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type IdsIn<Path> = [NamesIn<Path>] extends [never]
  ? undefined
  : v.ObjectSchema<Record<NamesIn<Path>, typeof Uuid>, undefined>

type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined
type Sent<S> = S extends Schema ? v.InferInput<S> : undefined
type Part = 'params' | 'query' | 'headers' | 'body'
type PartOf<E extends EndpointDeclaration, P extends Part> =
  E extends Record<P, infer S> ? S : P extends 'params' ? IdsIn<E['path']> : undefined

export type EndpointInput<E extends EndpointDeclaration> = { [P in Part]: Parsed<PartOf<E, P>> } & {
  upload: E extends { upload: object } ? UploadedFile : undefined
}

/** A file as it was sent. Its type is one of the declared ones; its content is not checked. */
export interface UploadedFile {
  type: string
  bytes: Uint8Array
}

/** What a caller sends: only the parts that the endpoint declares. */
export type EndpointRequest<E extends EndpointDeclaration> = {
  [P in Part as PartOf<E, P> extends Schema ? P : never]: Sent<PartOf<E, P>>
} & (E extends { upload: object } ? { upload: Blob } : unknown)

type ByKind<Kind, Kinds> = [Kind] extends [keyof Kinds] ? Kinds[Kind] : void

/** What a handler returns. */
export type EndpointOutput<E extends EndpointDeclaration> = E['response'] extends Schema
  ? v.InferInput<E['response']>
  : ByKind<E['response'], { image: EndpointImage | null; file: EndpointFile; csv: EndpointExport }>

/** What a caller receives. */
export type EndpointResult<E extends EndpointDeclaration> = E['response'] extends Schema
  ? v.InferOutput<E['response']>
  : ByKind<E['response'], { image: Blob | null; file: Blob; csv: Response }>

export interface EndpointFile {
  type: string
  /** In ASCII. */
  name: string
  bytes: Uint8Array
}

/** A file that is written while it is sent. */
export interface EndpointExport {
  /** In ASCII. */
  name: string
  /** CSV where it is missing. */
  type?: 'text/csv' | 'application/x-ndjson' | 'application/json'
  /** How many rows follow, so that receivers can detect an incomplete file. */
  rows: number
  text: AsyncIterable<string>
}

export interface EndpointImage {
  type: 'image/webp'
  bytes: Uint8Array
  /** Identifies the content in the ETag. */
  version: string
}

export function errorCodesOf(declaration: EndpointDeclaration): ErrorCode[] {
  const implied: ErrorCode[] = ['bad_request', 'too_many_requests', 'internal', 'unavailable']
  if (declaration.access !== 'public') {
    implied.push('unauthenticated', 'forbidden')
    if (declaration.access !== 'pre_2fa') implied.push('two_step_required')
    if (!declaration.whilePasswordDue) implied.push('password_change_required')
  }
  // A malformed id is answered like an unknown one, in the path and as the chosen client.
  if (declaration.path.includes(':') || mayChooseClient(declaration)) implied.push('not_found')
  // A body is read even where none is declared.
  if (declaration.method !== 'GET') implied.push('payload_too_large', 'unsupported_media_type')
  return [...new Set([...implied, ...(declaration.errors ?? [])])]
}
