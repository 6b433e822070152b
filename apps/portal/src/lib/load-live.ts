import type { Live } from '@gatehouse/api-client/live'

/** The live socket. Its library is as large as a page, so it loads after one. */
export const loadLive = async (): Promise<Live> => (await import('./live.ts')).live
