import { deliveryStates } from '@gatehouse/validation/endpoints/webhooks'
import * as v from 'valibot'
import { orNothing, SearchText } from '../../lib/search-fields.ts'

/** The search of the URL of a webhook's deliveries. */
export const deliveriesSearch = v.object({
  state: orNothing(v.picklist(deliveryStates)),
  cursor: orNothing(SearchText),
  /** The delivery whose details are open. */
  row: orNothing(SearchText),
})
export type DeliveriesSearch = Partial<v.InferOutput<typeof deliveriesSearch>>
