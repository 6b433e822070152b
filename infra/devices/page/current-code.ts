import type { EventAnswer } from '../simulated-device.ts'

export interface CodeDisplay {
  show(code: string): void
  /** Hides the code. */
  clear(): void
}

/**
 * The code on the display: that of the latest reading, until it expires. An earlier one is of a
 * person who has left.
 */
export function createCurrentCode(display: CodeDisplay) {
  let latest: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** A measurement begins. */
    begin(reading: string): void {
      clearTimeout(timer)
      latest = reading
      display.clear()
    },
    /** Something else is shown, so no code has to be cleared. */
    end(): void {
      clearTimeout(timer)
    },
    /**
     * This machine's clock may be wrong, so the remaining time is measured by the installation's.
     */
    answer({ id, code, now, expires_at: end }: Extract<EventAnswer, { type: 'accepted' }>): void {
      if (code === undefined || id !== latest) return
      clearTimeout(timer)
      const left = end === undefined ? undefined : Date.parse(end) - Date.parse(now)
      if (left !== undefined && left <= 0) return
      display.show(code)
      if (left !== undefined) timer = setTimeout(() => display.clear(), left)
    },
  }
}
