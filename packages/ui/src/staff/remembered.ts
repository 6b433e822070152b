/**
 * A small setting of this browser, shared by the windows and staff apps of the origin. Without
 * storage it lasts as long as the page.
 * @param values the allowed values; any text if missing
 */
export function remembered<Value extends string = string>(key: string, values?: readonly Value[]) {
  const storageKey = `gatehouse.${key}`
  const isValue = (text: string): text is Value => !values || (values as readonly string[]).includes(text)
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
        // If storage is full or forbidden, only the setting is lost.
      }
    },
  }
}
