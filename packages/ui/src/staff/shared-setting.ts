import { createStore, useStore } from 'zustand'
import { remembered } from './remembered.ts'

/**
 * A setting of this browser that several parts of a page share.
 * @param initial the value before a choice
 */
export function sharedSetting<Value extends string>(key: string, values: readonly Value[], initial: Value) {
  const stored = remembered(key, values)
  const store = createStore<{ value: Value }>(() => ({ value: stored.get() ?? initial }))
  return {
    get: (): Value => store.getState().value,
    set(value: Value): void {
      stored.set(value)
      store.setState({ value })
    },
    use: (): Value => useStore(store, ({ value }) => value),
  }
}
