/**
 * The type of a `Date` from unchecked text, which nothing accepts. `Date` parses text differently on each machine, and makes an
 * invalid date of text that it cannot parse: the failure then shows far from its cause. The `Instant` schema checks times from
 * outside and returns an `InstantText`, which `Date` accepts. It accepts literals in the code too.
 */
interface DateOfUncheckedText {
  readonly readItWith: 'Instant of @gatehouse/validation/fields'
}

interface DateConstructor {
  new <Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : Date
  parse<Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : number
}
