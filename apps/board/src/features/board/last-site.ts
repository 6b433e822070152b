import { remembered } from '@gatehouse/ui/staff/remembered.ts'

/** The site this browser showed last. */
export const lastSite = remembered('board.site')
