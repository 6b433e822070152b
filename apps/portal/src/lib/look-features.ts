import type { LookName } from '@gatehouse/validation/vocabulary'
import { chosenClient, useChosenLook } from './chosen-client.ts'

/** What a look offers beyond its colours. Components ask for the capability, never for the look. */
export interface LookFeatures {
  checkedInUsers: boolean
  helpWidget: boolean
}

const lookFeatures: Record<LookName, LookFeatures> = {
  presence: { checkedInUsers: true, helpWidget: true },
  pulse: { checkedInUsers: true, helpWidget: true },
  batbooth: { checkedInUsers: false, helpWidget: false },
}

/**
 * The features of the session's look. Which pages there are depends on the look of the client whose
 * data is shown.
 */
export function featuresOf(own: LookName): LookFeatures {
  const { checkedInUsers } = lookFeatures[chosenClient.look() ?? own]
  return { ...lookFeatures[own], checkedInUsers }
}

export function useLookFeatures(own: LookName): LookFeatures {
  useChosenLook()
  return featuresOf(own)
}
