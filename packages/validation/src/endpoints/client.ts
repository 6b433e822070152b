import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import type { FieldCode } from '../field-codes.ts'
import {
  Email,
  FirstName,
  HexColour,
  IfMatchHeaders,
  LastName,
  NewPassword,
  OneTimeLink,
  OneTimeToken,
  PageQuery,
  Uuid,
  lineOf,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { BulkResult, listEndpoint, optionsEndpointOf } from '../list-endpoint.ts'
import { Region, TimeZone } from '../places.ts'
import { languages, looks } from '../vocabulary.ts'

export const Client = v.object({
  id: v.string(),
  name: v.string(),
  company_no: v.string(),
  street: v.string(),
  suburb: v.string(),
  state: v.string(),
  post_code: v.string(),
  country: v.string(),
  phone: v.string(),
  look: v.picklist(looks),
  language: v.picklist(languages),
  region: v.string(),
  time_zone: v.string(),
  accepts_unknown_mobiles: v.boolean(),
  /** The colour of buttons and links; null for that of the look. */
  accent: v.nullable(v.string()),
  /** Its addresses are made by `logoUrl`; null for the symbol of the look. */
  logo: v.nullable(v.string()),
  enabled: v.boolean(),
  last_modified: v.string(),
})
export type Client = v.InferOutput<typeof Client>

const line = lineOf(200)
const required = (message: FieldCode) => v.pipe(line, v.minLength(1, message))

/** The fields that are always given. */
const name = { name: required('client_name_required'), company_no: required('company_no_required') }

/** The other fields of the form. The phone number is checked by the client's region. */
const details = {
  street: line,
  suburb: line,
  state: line,
  post_code: line,
  country: line,
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.phoneCharacters, 'phone_too_long' satisfies FieldCode),
  ),
  look: v.picklist(looks),
  language: v.picklist(languages),
  /** Parses numbers without a country code. New sites start with it and with the time zone. */
  region: Region,
  time_zone: TimeZone,
  /** Visitors may confirm a mobile that the numbering plan does not know. */
  accepts_unknown_mobiles: v.boolean(),
}

export const clientFields = { ...name, ...details }

export const ClientChanges = v.partial(v.strictObject({ ...clientFields, accent: v.nullable(HexColour) }))
export type ClientChanges = v.InferOutput<typeof ClientChanges>

export const NewClient = v.strictObject({ ...name, ...v.partial(v.object(details)).entries })
export type NewClient = v.InferOutput<typeof NewClient>

export const getOwnClientEndpoint = endpoint({
  method: 'GET',
  path: '/client/me',
  summary: 'Returns the caller’s client, or the client that a site_admin has chosen.',
  access: 'admin',
  response: Client,
})

export const listClientCountriesEndpoint = endpoint({
  method: 'GET',
  path: '/client/country',
  summary: 'Lists the distinct countries of the clients, by name, as the values of a filter.',
  access: 'site_admin',
  response: v.array(v.object({ country: v.string() })),
})

const ClientOptionsPage = v.object({
  items: v.array(v.object({ id: v.string(), name: v.string(), look: v.picklist(looks) })),
  has_more: v.boolean(),
})
export type ClientOptionsPage = v.InferOutput<typeof ClientOptionsPage>

export const listClientOptionsEndpoint = optionsEndpointOf(ClientOptionsPage, {
  path: '/client/options',
  summary: 'Lists clients to choose from: the first 50 matches by name, after the one of `chosen`.',
  access: 'site_admin',
})

/** A client in the list, with what ends when it is disabled. */
const ListedClient = v.object({
  ...Client.entries,
  /** How many people are logged in. */
  people_logged_in: v.number(),
  /** How many sign-in methods are enabled. */
  sign_in_pages: v.number(),
})

/** The list of clients: on the wire an array whose rows carry the total (specification, 3). */
export const clientList = listEndpoint({
  path: '/client',
  summary: 'Lists the clients of the installation, by name by default.',
  access: 'site_admin',
  item: ListedClient,
  sort: ['name', 'company_no', 'country', 'last_modified', 'enabled'],
  defaultSort: 'name',
  filters: {
    country: v.optional(v.pipe(v.string(), v.maxLength(200))),
    enabled: v.optional(v.picklist(['true', 'false'])),
  },
})

export const listClientsEndpoint = endpoint({
  ...clientList,
  response: v.array(v.object({ ...ListedClient.entries, total: v.number() })),
})

export const createClientEndpoint = creationEndpoint({
  path: '/client',
  summary: 'Creates a client with a site and a QR code sign-in method.',
  access: 'site_admin',
  body: NewClient,
  response: Client,
  errors: ['invalid_phone'],
})

export const updateClientEndpoint = endpoint({
  method: 'PATCH',
  path: '/client/:id',
  summary: 'Updates fields of a client. An admin can update the own client, a site_admin any.',
  access: 'admin',
  isAboutClients: true,
  headers: IfMatchHeaders,
  body: ClientChanges,
  response: Client,
  errors: ['conflict', 'invalid_phone', 'changed_meanwhile'],
})

export const replaceClientEndpoint = endpoint({
  method: 'PUT',
  path: '/client/:id',
  summary: 'Replaces the fields of a client. Absent fields stay unchanged.',
  access: 'site_admin',
  headers: IfMatchHeaders,
  body: NewClient,
  response: Client,
  errors: ['conflict', 'invalid_phone', 'changed_meanwhile'],
})

export const logoTypes = ['image/svg+xml', 'image/png', 'image/webp'] as const

export const putClientLogoEndpoint = endpoint({
  method: 'PUT',
  path: '/client/:id/logo',
  summary:
    'Sets the logo of a client. It is drawn as a PNG in three heights, without any other data of the file.',
  access: 'admin',
  isAboutClients: true,
  upload: { types: logoTypes, maxBytes: limits.logo.bytes },
  response: Client,
  errors: [
    'logo_type',
    'logo_linked',
    'logo_too_detailed',
    'photo_animated',
    'photo_too_many_pixels',
    'photo_unreadable',
  ],
})

export const deleteClientLogoEndpoint = endpoint({
  method: 'DELETE',
  path: '/client/:id/logo',
  summary: 'Deletes the logo of a client. Its pages show the symbol of the look again.',
  access: 'admin',
  isAboutClients: true,
  response: Client,
})

/** How many clients were changed, and why others were not. */
export const ClientsUpdated = v.object({ updated: v.number(), blocked: BulkResult.entries.blocked })

export const enableClientsEndpoint = endpoint({
  method: 'PATCH',
  path: '/client',
  summary: 'Enables or disables clients. A disabled client has no sessions and no guest pages.',
  access: 'site_admin',
  bodyBytes: limits.undo.bodyBytes,
  body: v.pipe(
    v.array(
      v.strictObject({
        id: Uuid,
        enabled: v.boolean(),
        /** A client that has changed since is left unchanged (`changed_meanwhile`). */
        last_modified: v.optional(v.pipe(v.string(), v.maxLength(40))),
      }),
    ),
    v.maxLength(limits.undo.rows),
  ),
  /** `changed`: those that were not so before. `undo`: as in `BulkResult`. */
  response: v.object({
    ...ClientsUpdated.entries,
    changed: v.array(v.string()),
    undo: BulkResult.entries.undo,
  }),
})

export const enableAllClientsEndpoint = endpoint({
  method: 'PATCH',
  path: '/client/all',
  summary: 'Enables or disables all clients that match the search and filters, except the caller’s own.',
  access: 'site_admin',
  query: v.strictObject({ search: PageQuery.search, ...clientList.list.filters }),
  body: v.strictObject({ enabled: v.boolean() }),
  /** `changed`: those that were not so before. Both are as in `BulkResult`. */
  response: v.object({
    ...ClientsUpdated.entries,
    changed: BulkResult.entries.changed,
    undo: BulkResult.entries.undo,
  }),
})

export const inviteClientAdminEndpoint = endpoint({
  method: 'POST',
  path: '/client/:id/invitation',
  summary:
    'Creates a one-time link with which an admin of the client creates an account. Earlier links stop ' +
    'working. Only one of several simultaneous calls succeeds.',
  access: 'site_admin',
  response: OneTimeLink,
  status: 201,
  errors: ['renewed_meanwhile'],
})

export const validateInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/invitation/validate',
  summary: 'Checks whether an invitation link is valid, and returns the name of its client.',
  access: 'public',
  body: v.strictObject({ token: OneTimeToken }),
  response: v.object({ validated: v.boolean(), client_name: v.nullable(v.string()) }),
})

export const AcceptInvitation = v.strictObject({
  token: OneTimeToken,
  email: Email,
  password: NewPassword,
  first_name: FirstName,
  last_name: LastName,
  language: v.optional(v.picklist(languages)),
})
export type AcceptInvitation = v.InferOutput<typeof AcceptInvitation>

export const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/invitation',
  summary: 'Creates the account of an invited admin.',
  access: 'public',
  body: AcceptInvitation,
  response: 'none',
  errors: ['invalid_token', 'weak_password', 'conflict'],
})
