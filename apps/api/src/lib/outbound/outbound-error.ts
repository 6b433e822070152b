import type { OutboundFailure } from '@gatehouse/validation/outbound-url'

/** A call to an external server failed. The error names neither the server nor what was sent. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: OutboundFailure

  constructor(code: OutboundFailure, cause?: unknown) {
    super(`A call to another server failed: ${code}`, { cause })
    this.code = code
  }
}
