/** Enough for a menu, its panel and the dialogs opened from it. */
const MAX_ENTRIES = 20
const DIALOGS = 'dialog, [role=dialog], [role=alertdialog]'
const ROWS = 'li, tr'
/** Rows and groups of rows. */
const NEIGHBOURS = `${ROWS}, section`
const CONTROLS = 'a[href], button, input, select, textarea'

interface FocusEntry {
  element: HTMLElement
  /** The dialog around the element. Stored, because a removed element has no parent. */
  dialog: HTMLElement | null
  isInRow: boolean
  /** The siblings after and before its row when the row was removed. */
  neighbours: readonly (Node | null)[]
}

/**
 * Restores the keyboard focus when the focused element is removed, hidden or disabled. Browsers
 * then move it to `<body>`, where a screen reader starts again from the top. The focus moves to the
 * first of these:
 * - the element with the same id, if it was rendered elsewhere in the page
 * - the next row, or the one before, if a row of a list was removed
 * - the most recently focused element that can still take it: the button that opened a closed
 *   dialog, or an element of the dialog that is still open
 * - the dialog, or `<main>` (it waits if the page has none yet)
 * A focus set by a component within two frames wins.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  /** Latest entry first. */
  let history: FocusEntry[] = []
  /** The entry with the focus, or that had it when it disappeared. */
  let current: FocusEntry | undefined
  let frame = 0

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    current = {
      element: target,
      dialog: target.closest<HTMLElement>(DIALOGS),
      isInRow: target.closest(ROWS) !== null,
      neighbours: [],
    }
    history = [current, ...history.filter(({ element }) => element !== target)].slice(0, MAX_ENTRIES)
  }
  /**
   * A press on an empty place removes the focus on purpose. An element that is being removed is
   * gone one microtask later.
   */
  const forgetIfBlurred = () =>
    queueMicrotask(() => {
      if (current && isFocusLost() && canTakeFocus(current.element)) current = undefined
    })
  const restore = () => {
    if (!current || canTakeFocus(current.element)) return
    // A hidden element keeps the focus until the browser renders.
    if (!isFocusLost() && document.activeElement !== current.element) return
    const neighbour = controlIn(current.neighbours)
    if (neighbour) return neighbour.focus()
    const scope = openDialogOf(current) ?? document.querySelector<HTMLElement>('main')
    // Later changes are checked again. `<body>` must not become the last focused element.
    if (!scope) return
    const isInScope = ({ element, dialog }: FocusEntry) =>
      canTakeFocus(element) && (scope.matches(DIALOGS) ? scope.contains(element) : dialog === null)
    const known = history.find(isInScope)
    if (known) return known.element.focus()
    if (!scope.hasAttribute('tabindex')) scope.tabIndex = -1
    scope.focus({ preventScroll: true })
  }
  const check = (changes: readonly MutationRecord[]) => {
    if (!current) return
    const { element, isInRow } = current
    // React hides suspended content with a style. The browser removes its focus in the next frame.
    const isHiding = changes.some(
      ({ attributeName, target }) => attributeName === 'style' && target.contains(element),
    )
    if (!isHiding && (!isFocusLost() || canTakeFocus(element))) return
    const moved = document.getElementById(element.id)
    if (moved && moved !== element && canTakeFocus(moved)) return moved.focus({ preventScroll: true })
    const removal = changes.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(element)),
    )
    if (isInRow && removal) current.neighbours = [removal.nextSibling, removal.previousSibling]
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore)
    })
  }

  const observer = new MutationObserver(check)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'style'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forgetIfBlurred)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forgetIfBlurred)
  }
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

function canTakeFocus(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled')) return false
  return element.closest('[inert], [aria-hidden=true]') === null && element.getClientRects().length > 0
}

/** The first control in the first of these rows that has one. */
function controlIn(rows: FocusEntry['neighbours']): HTMLElement | undefined {
  for (const row of rows) {
    if (!(row instanceof HTMLElement) || !row.matches(NEIGHBOURS)) continue
    const control = [...row.querySelectorAll<HTMLElement>(CONTROLS)].find(canTakeFocus)
    if (control) return control
  }
  return undefined
}

/** The dialog that contained the element, or another one that is open. */
function openDialogOf({ dialog }: FocusEntry): HTMLElement | undefined {
  const open = [...document.querySelectorAll<HTMLElement>(DIALOGS)].filter((each) => canTakeFocus(each))
  return dialog && open.includes(dialog) ? dialog : open.at(-1)
}
