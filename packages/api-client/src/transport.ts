/** A call as the transport sends it. */
export interface TransportRequest {
  method: string
  headers: Record<string, string>
  /** Sent as JSON; nothing where it is undefined. */
  body: unknown
  signal: AbortSignal | undefined
}

/** Sends a call to the server. It answers with every response, refusals too, and throws where none arrives. It never repeats a call. */
export type Transport = (address: string, request: TransportRequest) => Promise<Response>

export const DEFAULT_TIMEOUT_MS = 15_000
