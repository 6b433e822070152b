import * as v from 'valibot'
import { limits } from './limits.ts'
import type { MessageKey } from './messages.ts'
import { countCharacters, normaliseName } from './names.ts'

/** A schema's message is a key of `messages.ts`: this keeps it one. */
const say = (key: MessageKey): MessageKey => key

/** Grapheme clusters may hold many code units; this bounds what a name of 40 of them can weigh. */
const NAME_CODE_UNITS = limits.nameCharacters * 8

export const Uuid = v.pipe(v.string(), v.uuid())
export const Timestamp = v.pipe(v.string(), v.isoTimestamp(say('time_invalid')))
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(limits.emailCharacters, say('email_invalid')),
  v.email(say('email_invalid')),
)

const bytesOf = (text: string) => new TextEncoder().encode(text).length
/** Long passwords are accepted to 1,024 bytes; whoever sends more is told so before anything is hashed. */
const withinPasswordBytes = v.check(
  (text: string) => bytesOf(text) <= limits.passwordBytes.max,
  say('too_long'),
)

/** A password that is to be compared: whatever was once accepted. */
export const CurrentPassword = v.pipe(
  v.string(),
  v.minLength(1, say('password_required')),
  withinPasswordBytes,
)

/** A password that is to be set; whether it is too common is the server's to say. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(1, say('password_required')),
  v.check((text) => bytesOf(text) >= limits.passwordBytes.min, say('password_too_short')),
  withinPasswordBytes,
)

/** What stands in an emailed link. Any text will do: one that is none is as good as an old one. */
export const OneTimeToken = v.pipe(v.string(), v.minLength(1), v.maxLength(300))

const personName = (required: MessageKey) =>
  v.pipe(
    v.string(),
    v.maxLength(NAME_CODE_UNITS, say('name_too_long')),
    v.transform(normaliseName),
    v.minLength(1, required),
    v.check((name) => countCharacters(name) <= limits.nameCharacters, say('name_too_long')),
  )
export const FirstName = personName('first_name_required')
export const LastName = personName('last_name_required')

/** A phone number as it was typed: whether it is one depends on the region, which the server and the guest app decide. */
export const PhoneText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, say('phone_required')),
  v.maxLength(limits.phoneCharacters, say('phone_too_long')),
)

export const Dependents = v.pipe(
  v.number(),
  v.integer(say('dependents_range')),
  v.minValue(limits.dependents.min, say('dependents_range')),
  v.maxValue(limits.dependents.max, say('dependents_range')),
)

export const VerificationCode = v.pipe(
  v.string(),
  v.regex(new RegExp(`^\\d{${limits.verificationCodeDigits}}$`), say('code_digits')),
)

export const ShortText = v.pipe(v.string(), v.maxLength(200, say('too_long')))
export const FreeText = v.pipe(v.string(), v.maxLength(limits.freeTextCharacters, say('too_long')))

/** Whole numbers arrive as text in a query string. */
const wholeNumber = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(min), v.maxValue(max))

export const PageQuery = {
  page: v.optional(wholeNumber(1, limits.list.maxPage), '1'),
  per_page: v.optional(wholeNumber(1, limits.list.maxPerPage), String(limits.list.perPage)),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, say('too_long')))),
}

/** `sort` is `field asc` or `field desc`; a field outside the list is refused. */
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
