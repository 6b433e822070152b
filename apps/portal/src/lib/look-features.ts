import type { LookName } from '@gatehouse/validation/vocabulary'

/** What a look offers beyond its colours. Components ask for the capability, never for the look. */
export interface LookFeatures {
  checkedInUsers: boolean
}

export const lookFeatures: Record<LookName, LookFeatures> = {
  presence: { checkedInUsers: true },
  pulse: { checkedInUsers: true },
  batbooth: { checkedInUsers: false },
}
