import { ApiError } from '@gatehouse/api-client/api-error'
import type { MessageDescriptor } from '@lingui/core'
import { useRef, useState } from 'react'

export interface FailedAttempt {
  /** What could not be done. */
  message: MessageDescriptor
  error: unknown
}

/**
 * Calls one after the other, each with the words for its failure. One that the server does only for whoever has just given
 * a code waits in `owed` until that has happened.
 */
export function useAttempts() {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<FailedAttempt>()
  const [isPending, setOwed] = useState(false)
  const waiting = useRef<() => Promise<boolean>>(undefined)

  /** @returns whether it was done */
  const attempt = async (message: MessageDescriptor, action: () => Promise<unknown>): Promise<boolean> => {
    setFailed(undefined)
    setBusy(true)
    try {
      await action()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'step_up_required') {
        waiting.current = () => attempt(message, action)
        setOwed(true)
      } else {
        setFailed({ message, error })
      }
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    failed,
    attempt,
    /** Set while an attempt waits for a code of the person's. */
    owed: isPending
      ? {
          retry: async () => {
            setOwed(false)
            await waiting.current?.()
          },
          giveUp: () => setOwed(false),
        }
      : undefined,
  }
}
