import type { LookName } from '@gatehouse/validation/vocabulary'

/** What a look offers beyond its colours. Components ask for the capability, never for the look. */
export interface LookFeatures {
  checkedInUsers: boolean
  helpWidget: boolean
}

export const lookFeatures: Record<LookName, LookFeatures> = {
  presence: { checkedInUsers: true, helpWidget: true },
  pulse: { checkedInUsers: true, helpWidget: true },
  batbooth: { checkedInUsers: false, helpWidget: false },
}
