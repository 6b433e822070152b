import type * as v from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import type { Uuid } from './fields.ts'
import type { RateRuleName } from './limits.ts'
import type { ApiKeyScope } from './vocabulary.ts'

/**
 * Who may call an endpoint. The policy of the module decides further which sites a person may see.
 * - `public`: anybody
 * - `pre_2fa`: any session, also one that has not passed its second factor
 * - `board`, below `/board/`: an authenticated session; a pre-2FA session of a board's screen, and of staff where the client's policy has
 *   `board_without_two_step`
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
  /** One sentence for the reference page. */
  summary: string
  access: Access
  /** Also open to API keys with this scope. A key sees what an admin of its client sees. */
  apiKeyScope?: ApiKeyScope | undefined
  /** A rate limit beside the general one: per person or API key, of guests per network address, and per value of the named input field. */
  limit?: { rule: RateRuleName; per?: string }
  /** Set by `creationEndpoint`: under an idempotency key the row is made once, however often the call is sent. */
  isCreation?: boolean
  /** Called by a phone on its way in. Such calls have database connections of their own, which nothing else can use up. */
  byGuests?: boolean
  /** About clients as a whole: a site_admin may call it for any client, whichever is chosen. Implied by the access `site_admin`. */
  isAboutClients?: boolean
  /** Open to an account that has to change its password first. */
  whilePasswordDue?: boolean
  /** Also called by a timer. It keeps a session from idling out only where the request carries `userActiveHeader`. */
  background?: boolean
  /** The response has a strong ETag over its bytes, and an unchanged one is a 304. */
  etag?: boolean
  /** The body is a file in place of JSON: of these types, and of at most so many bytes. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** What the parameters of the path are. Left out where they are ids; `endpoints` has it for all. */
  params?: ObjectSchema
  query?: ObjectSchema
  headers?: ObjectSchema
  body?: Schema
  /** The most bytes of the body, where it may be larger than others. */
  bodyBytes?: number
  /**
   * The shape of the response; `none` is 204, `image` an image or 204, `file` a file to keep or to print, `csv` a file that is sent while it
   * is written.
   */
  response: Schema | 'none' | 'image' | 'file' | 'csv'
  status?: 200 | 201
  /** Set by `listEndpoint`: what the list can be sorted and filtered by. */
  list?: {
    sort: readonly [string, ...string[]]
    defaultSort: string
    filters: v.ObjectEntries
  }
  /** The endpoint's own codes, beside those that its access and input imply. */
  errors?: readonly ErrorCode[]
}

/** Set to `1` by a call of a background endpoint that a person has just made. */
export const userActiveHeader = 'x-user-active'

/** How many rows an export has, beside those of its names. */
export const exportRowsHeader = 'x-export-rows'

/** The client that a site_admin works in: the call reads and writes this client's rows only. Without it a site_admin reads those of all. */
export const chosenClientHeader = 'x-client-id'

/**
 * Whether calls of the endpoint heed the chosen client. Those of a session that owes its second factor concern the own account only, and
 * those about the clients themselves the installation.
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

/** Declares an endpoint. The API's route, the client's call, the reference page and the access tests follow from it. */
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

/** A file as it was sent. Its type is one of the declared ones; what it contains is not checked. */
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
  /** How many rows follow, so that an incomplete file is known as one. */
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
  // A parameter that cannot be an id is answered like an unknown id, and so is a chosen client.
  if (declaration.path.includes(':') || mayChooseClient(declaration)) implied.push('not_found')
  // A body is read even where none is declared.
  if (declaration.method !== 'GET') implied.push('payload_too_large', 'unsupported_media_type')
  return [...new Set([...implied, ...(declaration.errors ?? [])])]
}
