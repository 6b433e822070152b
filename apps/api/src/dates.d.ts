/**
 * What a `Date` is not made of: text that nobody has checked. `Date` reads much that is no time, in another way on each machine, and
 * makes an invalid date of the rest, which fails far from its cause. The `Instant` schema reads times from outside; what it answers
 * is an `InstantText`, of which a `Date` can be made. Text that stands in the code can be read as well.
 */
interface DateOfUncheckedText {
  readonly readItWith: 'Instant of @gatehouse/validation/fields'
}

interface DateConstructor {
  new <Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : Date
  parse<Text extends string>(text: Text): string extends Text ? DateOfUncheckedText : number
}
