/**
 * A small setting of this browser, shared by the windows and staff apps of the origin. Where storage is forbidden it
 * lasts as long as the page.
 */
export function remembered<Value extends string>(key: string, isValue: (text: string) => text is Value) {
  const storageKey = `gatehouse.${key}`
  let unstored: Value | undefined
  return {
    get(): Value | undefined {
      try {
        const text = localStorage.getItem(storageKey)
        return text !== null && isValue(text) ? text : undefined
      } catch {
        return unstored
      }
    },
    set(value: Value): void {
      unstored = value
      try {
        localStorage.setItem(storageKey, value)
      } catch {
        // A full or forbidden storage costs the memory of a setting, nothing else.
      }
    },
  }
}
