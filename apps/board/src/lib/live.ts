import { createLive } from '@gatehouse/api-client/live'
import { tokens } from './api.ts'

/** The live socket of the board. Its library is loaded after the first list. */
export const live = createLive(tokens)
