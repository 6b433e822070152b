import { useSyncExternalStore } from 'react'
import { remembered } from './remembered.ts'

/**
 * A setting of this browser that several parts of a page show at the same time.
 * @param initial what it is before anybody chose
 */
export function sharedSetting<Value extends string>(key: string, values: readonly Value[], initial: Value) {
  const stored = remembered(key, values)
  const listeners = new Set<() => void>()
  const get = (): Value => stored.get() ?? initial
  return {
    get,
    set(value: Value): void {
      stored.set(value)
      for (const listener of listeners) listener()
    },
    use: (): Value =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }, get),
  }
}
