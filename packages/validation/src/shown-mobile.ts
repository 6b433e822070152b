import * as v from 'valibot'

declare const shown: unique symbol

/** A person's mobile as its reader may read it, in full or masked. The API's `mobileVisibility` alone makes one of a stored number. */
export type ShownMobile = string & { readonly [shown]: true }

/** For every answer with somebody's mobile in it: a stored number does not fit. Beside it stands whether it is masked. */
export const ShownMobile = v.string() as v.GenericSchema as v.GenericSchema<ShownMobile>
