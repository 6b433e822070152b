/** One call as it travels. */
export interface TransportRequest {
  method: string
  headers: Record<string, string>
  /** Sent as JSON; nothing where it is undefined. */
  body: unknown
  signal: AbortSignal | undefined
}

/**
 * What carries a call to the server: it answers with whatever the server said, refusals too, and throws where no answer came. It
 * never repeats a call.
 */
export type Transport = (address: string, request: TransportRequest) => Promise<Response>

export const DEFAULT_TIMEOUT_MS = 15_000
