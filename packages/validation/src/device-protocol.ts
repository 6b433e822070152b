import * as v from 'valibot'
import { DeviceSettings } from './endpoints/sign-in-methods.ts'
import { lineOf, PairingCode, Uuid } from './fields.ts'
import { readMilliseconds } from './instants.ts'
import { limits } from './limits.ts'
import { isSafeText } from './safe-text.ts'
import { deviceCommands } from './vocabulary.ts'

/**
 * The protocol between a device at an entrance and Gatehouse: JSON messages over a WebSocket at
 * `devicePath`, with this subprotocol. docs/device-protocol.md is the manual for manufacturers.
 */
export const deviceProtocol = 'gatehouse.device.v1'
export const devicePath = '/device'

export const deviceLimits = {
  frameBytes: 16 * 1024,
  /** A connection without a hello by then is closed. */
  helloSeconds: 10,
  beatSeconds: 15,
  /** A device is offline after this long without a message. */
  offlineSeconds: 45,
  /** How many messages of a device may wait for an answer before the gateway stops reading. */
  waitingMessages: 32,
  /** How many messages a minute may be invalid, or unexpected at that moment. */
  faultyMessagesPerMinute: 20,
  /** More beats than these are faulty. */
  beatsPerMinute: 60,
  pairingCodeCharacters: limits.pairingCodeCharacters,
  pairingMinutes: 10,
  storedEventHours: limits.offlineSignInHours,
  commandSeconds: 60,
  /** How many versions a device reports. */
  versions: 10,
  listedDevices: 1000,
} as const

/** Every text of a message. U+0000 and lone surrogates can't be stored, so they are faulty. */
const DeviceText = v.pipe(v.string(), v.check(isSafeText))

const textOf = (characters: number) => v.pipe(DeviceText, v.maxLength(characters))

const deviceLineOf = (characters: number) => v.pipe(DeviceText, lineOf(characters))

const Line = deviceLineOf(limits.methodTextCharacters)

/** The serial number, which distinguishes a device from a copy of it. */
const SerialNumber = v.pipe(Line, v.minLength(1))

/** The software versions on the device, by name: `{"firmware": "2.4.1"}`. */
export const DeviceVersions = v.pipe(
  v.record(v.pipe(DeviceText, v.regex(/^[a-z][a-z0-9_]{0,29}$/)), textOf(60)),
  v.check((versions) => Object.keys(versions).length <= deviceLimits.versions),
)
export type DeviceVersions = v.InferOutput<typeof DeviceVersions>

/** A time of a device's clock (RFC 3339), maybe decades off, in milliseconds since 1970. */
const DeviceTime = v.pipe(
  DeviceText,
  v.rawTransform(({ dataset, addIssue, NEVER }): number => {
    const time = readMilliseconds(dataset.value)
    if (time !== undefined) return time
    addIssue({ message: 'time_invalid' })
    return NEVER
  }),
)

/**
 * An event at the device. Its `id` is sent again until it is answered. `at` is when it happened and
 * `sent_at` when it is sent, both by the device's clock: Gatehouse uses only the difference, so the
 * clock may be wrong.
 */
const event = { id: Uuid, at: DeviceTime, sent_at: DeviceTime }

export const pinDirections = ['in', 'out'] as const
export const deviceWarnings = ['low_pressure', 'filter_cartridge'] as const
export type DeviceWarning = (typeof deviceWarnings)[number]

export const DeviceMessage = v.variant('type', [
  v.strictObject({
    type: v.literal('pair'),
    code: PairingCode,
    serial_number: SerialNumber,
    versions: v.optional(DeviceVersions, {}),
  }),
  v.strictObject({
    type: v.literal('hello'),
    token: v.pipe(textOf(200), v.minLength(1)),
    serial_number: SerialNumber,
    /** New at each start of the device, to detect two devices with one token. */
    boot_id: Uuid,
    /** Missing fields keep their last value. */
    kiosk_id: v.optional(Line),
    versions: v.optional(DeviceVersions),
    /** The settings that it uses. */
    settings_version: v.optional(v.nullable(textOf(64)), null),
  }),
  v.strictObject({ type: v.literal('beat') }),
  v.strictObject({ type: v.literal('reading'), ...event, temperature: v.number() }),
  v.pipe(
    v.strictObject({
      type: v.literal('pin'),
      ...event,
      pin: v.pipe(DeviceText, v.regex(new RegExp(`^\\d{${limits.accessPinDigits}}$`))),
      direction: v.picklist(pinDirections),
      /** The `id` of this person's reading, where the method uses temperatures. */
      reading: v.optional(v.nullable(Uuid), null),
      /** Or this person's temperature. Without a default, a stored event's hash stays the same. */
      temperature: v.optional(v.nullable(v.number())),
    }),
    v.check(({ reading, temperature }) => reading === null || typeof temperature !== 'number'),
  ),
  v.strictObject({
    type: v.literal('warning'),
    ...event,
    warning: v.picklist(deviceWarnings),
    /** False where the reason has gone. */
    active: v.boolean(),
  }),
  v.strictObject({
    type: v.literal('settings_reported'),
    version: textOf(64),
    accepted: v.boolean(),
    /** Why not, as a text for staff. */
    reason: v.optional(deviceLineOf(200), ''),
  }),
  v.strictObject({ type: v.literal('command_done'), id: Uuid }),
])
export type DeviceMessage = v.InferOutput<typeof DeviceMessage>
export type DeviceMessageOf<Type extends DeviceMessage['type']> = Extract<DeviceMessage, { type: Type }>
export type DeviceEvent = DeviceMessageOf<'reading' | 'pin' | 'warning'>

/** Why a message is refused. A device branches on the code; the text is for its developers. */
export const deviceRefusals = {
  bad_message: 'This is no message of this protocol.',
  not_ready: 'Say hello first.',
  already_paired: 'This connection has said hello already.',
  unauthenticated: 'The token is not valid. Pair the device again.',
  pairing_failed: 'The code is wrong or out of date. Ask for a new one in Sign-In Methods.',
  wrong_device: 'The sign-in method is for a device with another serial number.',
  serial_taken:
    'A device with this serial number belongs to another sign-in method. Use the code of that one.',
  copied: 'Two devices use this token, so it has ended. Pair the device again.',
  too_many_requests: 'Too many at once. Wait as long as retry_after_seconds says.',
  out_of_service: 'The sign-in method is closed.',
  not_measuring: 'The sign-in method does not use temperatures.',
  implausible: `A temperature lies between ${limits.readingCelsius.min} and ${limits.readingCelsius.max} °C.`,
  too_late: 'This happened too long ago.',
  id_reused: 'Another event was sent with this id.',
  pin_unknown: 'Nobody who may sign in here has this PIN.',
  temperature_required: 'Take a temperature first, and name its reading.',
  reading_unusable: 'The reading is unknown, out of date or used.',
  same_name: 'Somebody of the same name is on site. Add a mobile to the account.',
  not_on_site: 'The person is not on site.',
  unavailable: 'Gatehouse cannot answer now. Send the event again.',
} as const
export type DeviceRefusal = keyof typeof deviceRefusals

/** How a sign-in by PIN ended. All but the first two were refused by a rule and are in the log. */
export const pinOutcomes = [
  'signed_in',
  'signed_out',
  'banned',
  'high_temperature',
  'low_temperature',
] as const
export type PinOutcome = (typeof pinOutcomes)[number]

const Now = v.string()

/** A device's configuration. `settings` are those of the method; null leaves the choice to it. */
export const DeviceConfiguration = v.object({
  /** False: the device shows that it is out of service. */
  in_service: v.boolean(),
  use_temperature: v.boolean(),
  method_name: v.string(),
  site_name: v.string(),
  time_zone: v.string(),
  language: v.string(),
  look: v.string(),
  /** What the QR code on the device's display contains; null while there is none. */
  url: v.nullable(v.string()),
  settings: v.object(DeviceSettings.pipe[0].entries),
})
export type DeviceConfiguration = v.InferOutput<typeof DeviceConfiguration>

const settings = { version: v.string(), configuration: DeviceConfiguration }

/** A message to a device, by its `type`. `now` is Gatehouse's time, for the device's clock. */
export const GatewayMessage = v.variant('type', [
  v.object({ type: v.literal('paired'), now: Now, token: v.string() }),
  v.object({
    type: v.literal('welcome'),
    now: Now,
    beat_seconds: v.number(),
    /** Only where the device uses others. */
    settings: v.optional(v.object(settings)),
  }),
  v.object({ type: v.literal('beat'), now: Now }),
  v.object({
    type: v.literal('accepted'),
    now: Now,
    id: Uuid,
    /** For a reading: what the display shows. */
    code: v.optional(v.string()),
    expires_at: v.optional(v.string()),
    /** For a PIN. */
    outcome: v.optional(v.picklist(pinOutcomes)),
    first_name: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('refused'),
    now: Now,
    /** The event that is refused; null for any other message. */
    id: v.nullable(Uuid),
    code: v.picklist(Object.keys(deviceRefusals) as DeviceRefusal[]),
    message: v.string(),
    retry_after_seconds: v.optional(v.number()),
  }),
  v.object({ type: v.literal('settings'), now: Now, ...settings }),
  v.object({ type: v.literal('command'), now: Now, id: Uuid, command: v.picklist(deviceCommands) }),
])
export type GatewayMessage = v.InferOutput<typeof GatewayMessage>
/** A message to a device before its time is added. */
export type GatewayAnswer = GatewayMessage extends infer One
  ? One extends GatewayMessage
    ? Omit<One, 'now'>
    : never
  : never

/** Why Gatehouse closes a connection (RFC 6455, section 7.4.2, and its registered codes). */
export const deviceCloseCodes = {
  /** The message was larger than `frameBytes`, or no text. */
  unsupportedData: 1003,
  tooLarge: 1009,
  /** The node stops; another one takes over. */
  restart: 1012,
  tooManyFaults: 4000,
  /** The device has connected again. */
  replaced: 4001,
  /** The token is no longer valid; the device has to be paired again. */
  unpaired: 4002,
  /** No hello, or no sign of life, in time. */
  silent: 4003,
} as const
