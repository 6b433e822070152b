import { createLive, oneAtATime } from '@gatehouse/api-client/live'
import { tokens } from './api.ts'
import { chosenClient } from './chosen-client.ts'

/**
 * The live socket of the portal. Its library is as large as a page, so its users import this file
 * lazily.
 */
export const live = createLive(tokens, chosenClient.get)
export { oneAtATime }
chosenClient.subscribe(() => live.reconnect())
