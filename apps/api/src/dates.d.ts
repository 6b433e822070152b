/**
 * Makes `new Date(text)` a type error for unchecked text. `Date` parses text differently on each
 * machine, and turns unparsable text into an invalid date, which fails far from the cause. Allowed
 * are literals and `InstantText`, which the `Instant` schema returns for valid times.
 */
interface DateOfUncheckedText {
  readonly readItWith: 'Instant of @gatehouse/validation/fields'
}

interface DateConstructor {
  new <Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : Date
  parse<Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : number
}
