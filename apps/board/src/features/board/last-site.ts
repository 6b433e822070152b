import { remembered } from '../../lib/remembered.ts'

/** The site this browser showed last. */
export const lastSite = remembered('board.site', (text): text is string => text !== '')
