import { createStore } from 'zustand/vanilla'

/** `polled`: no live updates (yet). `reconnecting`: the live socket has been lost for a while. */
export type Connection = 'polled' | 'live' | 'reconnecting'

/**
 * Whether the live socket is connected, for screens that show it. The socket itself loads later.
 */
export const connection = createStore<Connection>(() => 'polled')
