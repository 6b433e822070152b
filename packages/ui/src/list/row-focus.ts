const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'
const STOP = 'data-tab-stop'

/**
 * Makes each row of a table's body one stop of the Tab key. The arrows, Home and End lead to the other controls of the row, and
 * up and down to the same column of the next row. (ARIA Authoring Practices: managing focus with a roving tabindex.)
 * @returns what ends it
 */
export function rowFocus(body: HTMLElement): () => void {
  const update = () => {
    for (const row of rowsOf(body)) {
      const controls = controlsOf(row)
      setStop(controls, controls.find((control) => control.hasAttribute(STOP)) ?? controls[0])
    }
  }
  const remember = ({ target }: FocusEvent) => {
    const row = rowOf(target)
    if (!row) return
    const controls = controlsOf(row)
    setStop(
      controls,
      controls.find((control) => control === target),
    )
  }
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
    const row = rowOf(event.target)
    const next = row && nextControl(body, row, event.target, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  update()
  const observer = new MutationObserver(update)
  observer.observe(body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  body.addEventListener('focusin', remember)
  body.addEventListener('keydown', move)
  return () => {
    observer.disconnect()
    body.removeEventListener('focusin', remember)
    body.removeEventListener('keydown', move)
  }
}

/** Moves the focus to the row with this id, unless it is within it already. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
  if (!row || row.contains(document.activeElement)) return
  const controls = controlsOf(row)
  const title = controls.find((control) => control.closest('th') !== null)
  ;(title ?? controls[0])?.focus()
}

function nextControl(
  body: HTMLElement,
  row: HTMLElement,
  from: EventTarget | null,
  key: string,
): HTMLElement | undefined {
  const controls = controlsOf(row)
  const at = controls.findIndex((control) => control === from)
  if (at < 0) return undefined
  if (key === 'ArrowRight') return controls[at + 1]
  if (key === 'ArrowLeft') return controls[at - 1]
  if (key === 'Home') return controls[0]
  if (key === 'End') return controls.at(-1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const rows = rowsOf(body)
  const target = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
  if (!target) return undefined
  const column = columnOf(controls[at])
  const others = controlsOf(target)
  return others.find((control) => columnOf(control) === column) ?? others[0]
}

function setStop(controls: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const control of controls) {
    control.tabIndex = control === stop ? 0 : -1
    control.toggleAttribute(STOP, control === stop)
  }
}

function rowsOf(body: HTMLElement): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>(':scope > tr')]
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('tbody > tr') : null
}

/** The controls that are drawn: a hidden one cannot take the focus. */
function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.offsetParent !== null)
}

function columnOf(control: HTMLElement | undefined): number {
  return control?.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? -1
}
