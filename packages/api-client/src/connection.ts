import { createStore } from 'zustand/vanilla'

/** `polled`: nothing is told by the live socket, or not yet. `reconnecting`: it was lost, and has not come back for a while. */
export type Connection = 'polled' | 'live' | 'reconnecting'

/** Whether the live socket is there, for the screens that say so. The socket itself is fetched later than this. */
export const connection = createStore<Connection>(() => 'polled')
