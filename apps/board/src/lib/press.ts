import { useState, useSyncExternalStore } from 'react'

/** The click comes right after the finger is lifted. A label's is followed by that of its box. */
const CLICK_MS = 100
/** An end may get lost, as where a finger leaves the window. */
const LONGEST_MS = 3000

export interface Store<T> {
  get: () => T
  subscribe: (listener: () => void) => () => void
}

let isDown = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: boolean, forMs = 0): void {
  clearTimeout(timer)
  if (next) timer = setTimeout(set, forMs, false)
  if (isDown === next) return
  isDown = next
  for (const listener of listeners) listener()
}

const ends = {
  pointerdown: () => set(true, LONGEST_MS),
  pointerup: () => set(isDown, CLICK_MS),
  pointercancel: () => set(false),
  click: () => set(isDown),
}

/** Whether a press is under way. */
export const press: Store<boolean> = {
  get: () => isDown,
  subscribe(listener) {
    if (listeners.size === 0) for (const [name, end] of Object.entries(ends)) addEventListener(name, end)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) for (const [name, end] of Object.entries(ends)) removeEventListener(name, end)
    }
  },
}

/** A value as it was when a press began, so that no card moves away from the finger that is on it, and another one under it. */
export function useSteady<T>(value: T): T {
  const isPressed = useSyncExternalStore(press.subscribe, press.get)
  const [kept, keep] = useState(value)
  if (!isPressed && kept !== value) keep(value)
  return isPressed ? kept : value
}
