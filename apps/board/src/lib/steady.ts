import { press, type Store } from './press.ts'

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
