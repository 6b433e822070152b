/** Enough for a menu, its panel and the windows that opened from it. */
const MAX_ENTRIES = 20
const DIALOGS = 'dialog, [role=dialog], [role=alertdialog]'
const ROWS = 'li, tr'
/** Rows, and groups of rows. */
const NEIGHBOURS = `${ROWS}, section`
const CONTROLS = 'a[href], button, input, select, textarea'

interface FocusEntry {
  element: HTMLElement
  /** The dialog around it. Stored, because a removed element has no parent. */
  dialog: HTMLElement | null
  isInRow: boolean
  /** What stood after and before its row when the row was removed. */
  neighbours: readonly (Node | null)[]
}

/**
 * Keeps the keyboard's place in the page. When the focused element is removed, hidden or disabled, the browser puts the focus on
 * `<body>`, where a screen reader starts again from the top. Then the focus moves to the element of the same id, where it was drawn anew
 * elsewhere in the page, to the next row, or the one before, where a row of
 * a list was removed. Else it moves to the element that had it last and can still take it: the button that opened a window which is
 * gone, or an element of the dialog that is still open. Where nothing is left it moves to the dialog, or to `<main>`, and waits for one
 * where the page has none. A focus that a component sets within two frames wins.
 *
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  /** The latest entry comes first. */
  let history: FocusEntry[] = []
  /** The entry that has the focus, or had it when it disappeared. */
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
  /** A press on an empty place takes the focus away on purpose. An element that is being removed is gone a moment later. */
  const forgetIfBlurred = () =>
    queueMicrotask(() => {
      if (current && isFocusLost() && canTakeFocus(current.element)) current = undefined
    })
  const restore = () => {
    if (!current || canTakeFocus(current.element)) return
    // A hidden element keeps the focus until the browser draws.
    if (!isFocusLost() && document.activeElement !== current.element) return
    const neighbour = controlIn(current.neighbours)
    if (neighbour) return neighbour.focus()
    const scope = openDialogOf(current) ?? document.querySelector<HTMLElement>('main')
    // Whatever the page draws next is looked at again. `<body>` must not become what had the focus last.
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
    // React hides with a style what waits for code. The browser takes the focus from it in the next frame.
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

/** The first control of the first of these rows that has one. */
function controlIn(rows: FocusEntry['neighbours']): HTMLElement | undefined {
  for (const row of rows) {
    if (!(row instanceof HTMLElement) || !row.matches(NEIGHBOURS)) continue
    const control = [...row.querySelectorAll<HTMLElement>(CONTROLS)].find(canTakeFocus)
    if (control) return control
  }
  return undefined
}

/** The dialog that the element was in, or another one that is open over the page. */
function openDialogOf({ dialog }: FocusEntry): HTMLElement | undefined {
  const open = [...document.querySelectorAll<HTMLElement>(DIALOGS)].filter((each) => canTakeFocus(each))
  return dialog && open.includes(dialog) ? dialog : open.at(-1)
}
