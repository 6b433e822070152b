import * as v from 'valibot'
import { faultOfColours } from '../colours.ts'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { FreeText, HexColour, IfMatchHeaders, Uuid, lineOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { bulkEndpoint, listEndpoint } from '../list-endpoint.ts'
import { numberIn, wholeNumberIn } from '../number-range.ts'
import {
  deviceCommands,
  guestLimits,
  languages,
  looks,
  methodTypes,
  pressureUnits,
  qrCodeFormats,
  settingsStates,
} from '../vocabulary.ts'

const line = lineOf(limits.methodTextCharacters)

/** A method's own colours, readable in every look. */
export const MethodColoursInput = v.pipe(
  v.strictObject({ accent: HexColour, on_accent: HexColour }),
  v.forward(
    v.check((colours) => faultOfColours(colours) !== 'accent', say('colour_faint')),
    ['accent'],
  ),
  v.forward(
    v.check((colours) => faultOfColours(colours) !== 'on_accent', say('colour_unreadable')),
    ['on_accent'],
  ),
)

const whole = (range: { min: number; max: number }) => v.nullable(wholeNumberIn(range))
const pressure = v.nullable(numberIn(limits.device.pressure))

/** How a device measures. Null leaves the choice to the device. */
export const DeviceSettings = v.pipe(
  v.strictObject({
    sample_seconds: whole(limits.device.sampleSeconds),
    result_seconds: whole(limits.device.resultSeconds),
    standby_minutes: whole(limits.device.standbyMinutes),
    pressure_unit: v.picklist(pressureUnits),
    pressure_min: pressure,
    pressure_max: pressure,
  }),
  v.forward(
    v.check(
      ({ pressure_min: min, pressure_max: max }) => min === null || max === null || min < max,
      say('pressure_order'),
    ),
    ['pressure_max'],
  ),
)
export type DeviceSettings = v.InferOutput<typeof DeviceSettings>

/** A text by language. A missing one shows the text in the client's language. */
const SuccessMessage = v.strictObject({
  en: v.optional(FreeText),
  'en-au': v.optional(FreeText),
  es: v.optional(FreeText),
})

export const methodFields = {
  type: v.picklist(methodTypes),
  name: v.pipe(line, v.minLength(1, say('method_name_required'))),
  location: line,
  site_id: v.pipe(v.string(), v.minLength(1, say('site_required')), Uuid),
  serial_number: line,
  kiosk_id: line,
  success_message: SuccessMessage,
  use_temperature: v.boolean(),
  /** Whether visitors are asked who they are visiting. */
  asks_host: v.boolean(),
  /** Null for the look of the client. */
  look: v.nullable(v.picklist(looks)),
  /** Null for the colours of the look. */
  colours: v.nullable(MethodColoursInput),
  settings: DeviceSettings,
}

export const MethodInput = v.strictObject(methodFields)
export type MethodInput = v.InferOutput<typeof MethodInput>

const NewMethod = v.strictObject({
  type: methodFields.type,
  name: methodFields.name,
  site_id: methodFields.site_id,
  location: v.optional(methodFields.location, ''),
  serial_number: v.optional(methodFields.serial_number, ''),
  kiosk_id: v.optional(methodFields.kiosk_id, ''),
  success_message: v.optional(SuccessMessage, {}),
  use_temperature: v.optional(v.boolean(), false),
  asks_host: v.optional(v.boolean(), false),
  look: v.optional(methodFields.look, null),
  colours: v.optional(methodFields.colours, null),
  settings: v.optional(DeviceSettings),
})
export type NewMethod = v.InferOutput<typeof NewMethod>

const MethodChanges = v.partial(MethodInput)
export type MethodChanges = v.InferOutput<typeof MethodChanges>

export const PairedDevice = v.object({
  serial_number: v.string(),
  paired_at: v.string(),
  /** Whether it uses the settings of the method, as last reported. */
  settings_state: v.picklist(settingsStates),
  /** Why it has refused them, as the device puts it. */
  settings_reason: v.string(),
  settings_reported_at: v.nullable(v.string()),
  low_pressure_since: v.nullable(v.string()),
  filter_cartridge_since: v.nullable(v.string()),
})

export const SignInMethod = v.object({
  id: v.string(),
  client_name: v.string(),
  /** The client's language, the first one on its posters. */
  client_language: v.picklist(languages),
  /** The public key; null for a retired method. */
  key: v.nullable(v.string()),
  /** What the QR code contains; null for a retired method. */
  url: v.nullable(v.string()),
  type: v.picklist(methodTypes),
  name: v.string(),
  location: v.string(),
  site_id: v.string(),
  site_name: v.string(),
  /** The site's zone, used for its times. */
  time_zone: v.string(),
  serial_number: v.string(),
  kiosk_id: v.string(),
  /** The software versions that a device reports. */
  versions: v.nullable(v.record(v.string(), v.string())),
  success_message: SuccessMessage,
  use_temperature: v.boolean(),
  asks_host: v.boolean(),
  look: v.nullable(v.picklist(looks)),
  /** The look that visitors see: its own, else the client's. */
  shown_look: v.picklist(looks),
  colours: v.nullable(v.object({ accent: v.string(), on_accent: v.string() })),
  /** The client's accent colour and logo, for posters and where the method has no own colours. */
  client_accent: v.nullable(v.string()),
  client_logo: v.nullable(v.string()),
  settings: v.object(DeviceSettings.pipe[0].entries),
  enabled: v.boolean(),
  retired_at: v.nullable(v.string()),
  /** Null where unknown: for a kiosk, a QR code, or a method without a device. */
  connected: v.nullable(v.boolean()),
  last_seen: v.nullable(v.string()),
  device: v.nullable(PairedDevice),
  /** Sign-ins that its kiosks have stored and not sent, as last reported. */
  waiting: v.number(),
  paired_tablets: v.number(),
  /** What limits refused to guests in the last minutes, and since when. */
  limited: v.array(v.object({ what: v.picklist(guestLimits), since: v.string() })),
  last_modified: v.string(),
  /** Whether the caller may change it. */
  can_manage: v.boolean(),
})
export type SignInMethod = v.InferOutput<typeof SignInMethod>

export const listSignInMethodsEndpoint = listEndpoint({
  path: '/sign-in-methods',
  summary:
    'Lists the sign-in methods of the sites that the caller can see, by name by default. Retired methods ' +
    'are included only on request.',
  access: 'staff',
  apiKeyScope: 'sign_in_methods:read',
  item: SignInMethod,
  sort: ['name', 'type', 'site', 'location', 'last_modified'],
  defaultSort: 'name',
  filters: {
    site: v.optional(Uuid),
    type: v.optional(v.picklist(methodTypes)),
    /** The last four are for devices: `never_seen` includes those that are not paired. */
    status: v.optional(
      v.picklist(['enabled', 'disabled', 'retired', 'online', 'offline', 'low_pressure', 'never_seen']),
    ),
  },
})

export const createSignInMethodEndpoint = creationEndpoint({
  path: '/sign-in-methods',
  summary: 'Creates a sign-in method with its own key.',
  access: 'manager',
  body: NewMethod,
  response: SignInMethod,
  errors: ['client_not_chosen'],
})

export const getSignInMethodEndpoint = endpoint({
  method: 'GET',
  path: '/sign-in-methods/:id',
  summary: 'Returns a sign-in method, including a retired one.',
  access: 'staff',
  apiKeyScope: 'sign_in_methods:read',
  response: SignInMethod,
})

export const updateSignInMethodEndpoint = endpoint({
  method: 'PATCH',
  path: '/sign-in-methods/:id',
  summary: 'Updates fields of a sign-in method. Another `site_id` moves it to that site.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: MethodChanges,
  response: SignInMethod,
  errors: ['conflict', 'changed_meanwhile', 'method_retired'],
})

export const renewMethodKeyEndpoint = endpoint({
  method: 'POST',
  path: '/sign-in-methods/:id/new-key',
  summary:
    'Replaces the key of a sign-in method. The old key stops working immediately, and is not reused for a ' +
    'year. Only one of several simultaneous calls succeeds.',
  access: 'manager',
  headers: IfMatchHeaders,
  response: SignInMethod,
  errors: ['method_retired', 'changed_meanwhile'],
})

export const issuePairingCodeEndpoint = endpoint({
  method: 'POST',
  path: '/sign-in-methods/:id/pairing-code',
  summary:
    'Creates a code that pairs a device or a kiosk’s tablet with a sign-in method. It works once, for ten ' +
    'minutes, and replaces an earlier code. QR codes cannot be paired.',
  access: 'manager',
  response: v.object({ code: v.string(), expires_at: v.string() }),
  errors: ['method_retired'],
})

export const unpairDeviceEndpoint = endpoint({
  method: 'DELETE',
  path: '/sign-in-methods/:id/device',
  summary:
    'Revokes the token of the device that is paired with a sign-in method, or of all tablets of a kiosk. A ' +
    'device is disconnected within a second.',
  access: 'manager',
  response: 'none',
})

export const commandDeviceEndpoint = endpoint({
  method: 'POST',
  path: '/sign-in-methods/:id/commands',
  summary: 'Sends a command to the connected device of a sign-in method: to identify itself or to restart.',
  access: 'manager',
  body: v.strictObject({ command: v.picklist(deviceCommands) }),
  response: 'none',
  errors: ['device_offline'],
})

export const replaceCartridgeEndpoint = endpoint({
  method: 'POST',
  path: '/sign-in-methods/:id/cartridge-replaced',
  summary: 'Records that the filter cartridge of the device was replaced. This ends its warnings.',
  access: 'manager',
  response: SignInMethod,
})

export type QrCodeFormat = (typeof qrCodeFormats)[number]

export const getMethodQrCodeEndpoint = endpoint({
  method: 'GET',
  path: '/sign-in-methods/:id/qr',
  summary:
    'Returns the QR code of a sign-in method as a file. The portal renders posters without this endpoint.',
  access: 'staff',
  query: v.strictObject({ format: v.optional(v.picklist(qrCodeFormats), 'svg') }),
  response: 'file',
  errors: ['method_retired'],
})

export const changeSignInMethodsEndpoint = bulkEndpoint(listSignInMethodsEndpoint, {
  summary: 'Enables, disables, moves or retires sign-in methods. A retired method cannot be restored.',
  access: 'manager',
  actions: ['enable', 'disable', 'move', 'retire'],
  /** Where `move` moves them: all to one site, or each to its own, for an undo. */
  fields: {
    site_id: v.optional(Uuid),
    site_ids: v.optional(v.pipe(v.record(Uuid, Uuid), v.maxEntries(limits.undo.rows))),
  },
  /** The site from which `move` moved it. */
  overwritten: { site_id: v.optional(v.string()) },
  errors: ['site_required', 'method_retired'],
})
