import * as v from 'valibot'
import { isHexColour } from './colours.ts'
import { isEmail } from './email.ts'
import { limits } from './limits.ts'
import { type FieldCode, say } from './field-codes.ts'
import { methodKeyAlphabet } from './method-key.ts'
import { countCharacters, normaliseName } from './names.ts'
import { wholeNumberTextIn } from './number-range.ts'
import { plainDigits } from './plain-digits.ts'

/** A grapheme cluster may have many code units. This limits the size of a name of 40 clusters. */
const NAME_CODE_UNITS = limits.nameCharacters * 8

/** An id in its canonical spelling: two would be two rate limits or two idempotency keys. */
export const Uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** `#rrggbb` */
export const HexColour = v.pipe(
  v.string(),
  v.trim(),
  v.check(isHexColour, say('colour_invalid')),
  v.toLowerCase(),
)
/** The same with a message of its own for text that isn't an id. */
export const idOf = (message: FieldCode) => v.pipe(v.string(), v.uuid(message), v.toLowerCase())

/**
 * The headers of a call that changes a row: the row's `last_modified` or `version` that the caller
 * has seen, as an entity tag (RFC 9110, 13.1.1).
 */
export const IfMatchHeaders = v.object({
  'if-match': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^"[\x21\x23-\x7e]{1,40}"$/),
      v.transform((tag) => tag.slice(1, -1)),
    ),
  ),
})

/** The header that makes a call idempotent. */
export const IdempotencyHeaders = v.object({ 'idempotency-key': v.optional(Uuid) })

/** An id that may be any text: text that isn't an id is not refused, but finds nothing. */
export const IdText = v.pipe(
  v.string(),
  v.maxLength(200, say('too_long')),
  v.transform((text) => (v.is(Uuid, text) ? text.toLowerCase() : text)),
)

/** A code that pairs a device or a tablet, without spaces and hyphens. */
export const PairingCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => plainDigits(text).replace(/[\s-]/g, '').toUpperCase()),
  v.regex(new RegExp(`^[${methodKeyAlphabet}]{${limits.pairingCodeCharacters}}$`)),
)

/** A method's public key in its canonical spelling. Any other text is answered with 404. */
export const MethodKeyText = v.pipe(v.string(), v.maxLength(100), v.toUpperCase())

export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(limits.emailCharacters, say('email_invalid')),
  v.check(isEmail, say('email_invalid')),
)

const bytesOf = (text: string) => new TextEncoder().encode(text).length
/** Checked before anything is hashed. */
const withinPasswordBytes = v.check(
  (text: string) => bytesOf(text) <= limits.passwordBytes.max,
  say('too_long'),
)

/** A password that is compared with the stored one. */
export const CurrentPassword = v.pipe(
  v.string(),
  v.minLength(1, say('password_required')),
  withinPasswordBytes,
)

/** A password that is to be set. The server also checks whether it is easy to guess. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(1, say('password_required')),
  v.check((text) => bytesOf(text) >= limits.passwordBytes.min, say('password_too_short')),
  withinPasswordBytes,
)

/** The token of an emailed link. Text that isn't a token is answered like an expired one. */
export const OneTimeToken = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
/** A link that is shown once, to be passed on. */
export const OneTimeLink = v.object({ url: v.string(), expires_at: v.string() })
export type OneTimeLink = v.InferOutput<typeof OneTimeLink>

/**
 * One typed line: without invisible characters, and empty where none is visible.
 * @param characters its maximum length
 */
export const lineOf = (characters: number, tooLong: FieldCode = 'too_long') =>
  v.pipe(v.string(), v.trim(), v.maxLength(characters, tooLong), v.transform(normaliseName))

const personName = (required: FieldCode) =>
  v.pipe(
    v.string(),
    v.maxLength(NAME_CODE_UNITS, say('name_too_long')),
    v.transform(normaliseName),
    v.minLength(1, required),
    v.check((name) => countCharacters(name) <= limits.nameCharacters, say('name_too_long')),
  )
export const FirstName = personName('first_name_required')
export const LastName = personName('last_name_required')

/** A phone number as it was typed. The server and the guest app check it by the region. */
export const PhoneText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, say('phone_required')),
  v.maxLength(limits.phoneCharacters, say('phone_too_long')),
)

declare const shown: unique symbol

/** A mobile that the reader may see, in full or masked. Only the API's `showMobile` makes one. */
export type ShownMobile = string & { readonly [shown]: true }

/**
 * For responses with another person's mobile. The type refuses a stored number. A field beside it
 * says whether it is masked.
 */
export const ShownMobile = v.string() as v.GenericSchema as v.GenericSchema<ShownMobile>
/** Null where there is none. */
export const shownMobile = { mobile: v.nullable(ShownMobile), mobile_masked: v.boolean() }

export const Dependents = v.pipe(
  v.number(),
  v.integer(say('dependents_range')),
  v.minValue(limits.dependents.min, say('dependents_range')),
  v.maxValue(limits.dependents.max, say('dependents_range')),
)

/** Exactly this many digits of any script. */
export const digits = (count: number, message?: FieldCode) =>
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.transform(plainDigits),
    v.regex(new RegExp(`^\\d{${count}}$`), message && say(message)),
  )

export const VerificationCode = digits(limits.verificationCodeDigits, 'code_digits')

export const ShortText = v.pipe(v.string(), v.maxLength(200, say('too_long')))
export const FreeText = v.pipe(v.string(), v.maxLength(limits.freeTextCharacters, say('too_long')))

export const PageQuery = {
  page: v.optional(wholeNumberTextIn({ min: 1, max: limits.list.maxPage }), '1'),
  per_page: v.optional(
    wholeNumberTextIn({ min: 1, max: limits.list.maxPerPage }),
    String(limits.list.perPage),
  ),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, say('too_long')))),
}

/** The query parameter `sort`: `field asc` or `field desc`. Other fields are refused. */
export function SortQuery<const Field extends string>(
  fields: readonly [Field, ...Field[]],
  fallback: Field | `${Field} desc`,
) {
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((sort) => {
        const [field, direction = 'asc', ...rest] = sort.split(' ')
        return { field, direction: rest.length === 0 ? direction : '' }
      }),
      v.object({ field: v.picklist(fields), direction: v.picklist(['asc', 'desc']) }),
    ),
    fallback.endsWith(' desc') ? fallback : `${fallback} asc`,
  )
}
