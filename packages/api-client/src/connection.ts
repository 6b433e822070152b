/** `polled`: nothing is told by the live socket, or not yet. `reconnecting`: it was lost, and has not come back for a while. */
export type Connection = 'polled' | 'live' | 'reconnecting'

let state: Connection = 'polled'
const listeners = new Set<() => void>()

/** Whether the live socket is there, for the screens that say so. The socket itself is fetched later than this. */
export const connection = {
  get: (): Connection => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  set(changed: Connection): void {
    if (changed === state) return
    state = changed
    for (const listener of listeners) listener()
  },
}
