import type { EventAnswer } from '../simulated-device.ts'

export interface CodeDisplay {
  show(code: string): void
  /** The code is no longer to be seen. */
  clear(): void
}

/** Whose code the display shows: that of the reading that was taken last, until its time is over. An earlier one is of a person who has left. */
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
    /** Something else is shown, so that no code has to be cleared. */
    end(): void {
      clearTimeout(timer)
    },
    /** The clock of this machine may be wrong, so the time that is left is measured by that of the installation. */
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
