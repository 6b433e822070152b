import { useState, useSyncExternalStore } from 'react'

/**
 * The click follows soon after `pointerup`. A label's click is followed by that of its checkbox.
 */
const CLICK_MS = 100
/** `pointerup` may be missing, as when the finger leaves the window. */
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

/** The value from when the press began, so that cards do not move under the finger. */
export function useSteady<T>(value: T): T {
  const isPressed = useSyncExternalStore(press.subscribe, press.get)
  const [kept, keep] = useState(value)
  if (!isPressed && kept !== value) keep(value)
  return isPressed ? kept : value
}

const steadyStores = new WeakMap<Store<never>, Store<unknown>>()

/** `useSteady` for a store with many readers: a press itself renders none of them. */
export function steady<T>(store: Store<T>): Store<T> {
  const known = steadyStores.get(store as Store<never>) ?? createSteady(store)
  steadyStores.set(store as Store<never>, known)
  return known as Store<T>
}

function createSteady<T>(store: Store<T>): Store<T> {
  let kept = store.get()
  const update = () => {
    if (!press.get()) kept = store.get()
  }
  return {
    get() {
      update()
      return kept
    },
    subscribe(listener) {
      const change = () => {
        update()
        listener()
      }
      const stops = [store.subscribe(change), press.subscribe(change)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
