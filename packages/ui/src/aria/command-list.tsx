import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import { SearchIcon } from '../staff/shell-icons.tsx'
import styles from './command-list.module.css'
import modalStyles from './modal.module.css'

export interface Command {
  id: string
  icon: ReactNode
  name: string
  /** Distinguishes commands of the same name. */
  detail?: string | undefined
  /** Belongs to an earlier text: visible until the next results arrive, but cannot be chosen. */
  isStale?: boolean | undefined
  run: () => void
}

export interface CommandListProps {
  /** Labels the dialog and its field. */
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  /** Groups without commands are hidden. */
  groups: readonly { title: string; commands: readonly Command[] }[]
  /** The number of results, that the search is running, or that there are none. Read out. */
  status: ReactNode
  /** Further commands for the text are loading. Without a match, Enter waits for them. */
  isWaiting?: boolean | undefined
  onClose: () => void
}

/**
 * A dialog with a search field and a list below. Arrows move, Enter runs, Escape closes; the focus
 * stays in the field.
 */
export function CommandList({
  label,
  placeholder,
  value,
  onChange,
  groups,
  status,
  isWaiting = false,
  onClose,
}: CommandListProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const shown = groups.filter(({ commands }) => commands.length > 0)
  const commands = shown.flatMap((group) => group.commands).filter(({ isStale }) => !isStale)
  const isEmpty = shown.length === 0
  /** The text for which Enter was pressed before there was a command to run. */
  const awaited = useRef<string>(undefined)
  const active = commands.find((command) => command.id === chosen) ?? commands[0]
  const optionId = (command: Command) => `${id}-${command.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  useEffect(() => {
    if (awaited.current === undefined) return
    if (awaited.current !== value) awaited.current = undefined
    else if (!isWaiting) {
      awaited.current = undefined
      if (active) run(active)
    }
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && active) {
      event.preventDefault()
      const at = (commands.indexOf(active) + step + commands.length) % commands.length
      setChosen(commands[at]?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) run(active)
      else if (isWaiting) awaited.current = value
    }
  }
  return (
    <ModalOverlay
      className={styles.overlay!}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.window!}>
        <Dialog className={modalStyles.dialog!} aria-label={label}>
          <div className={styles.field}>
            <SearchIcon size={20} />
            <input
              className={styles.input}
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={activeId}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={100}
              placeholder={placeholder}
              value={value}
              onChange={(event) => {
                setChosen(undefined)
                onChange(event.target.value)
              }}
              onKeyDown={onKeyDown}
              onBlur={({ currentTarget }) => requestAnimationFrame(() => currentTarget.focus())}
              autoFocus
            />
          </div>
          <div id={id} className={styles.list} role="listbox" aria-label={label}>
            {shown.map((group, index) => (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
                <p id={`${id}-group-${index}`} className={styles.title} role="presentation">
                  {group.title}
                </p>
                {group.commands.map((command) => (
                  <div
                    key={command.id}
                    id={optionId(command)}
                    className={styles.option}
                    role="option"
                    aria-selected={command === active}
                    aria-disabled={command.isStale || undefined}
                    tabIndex={-1}
                    onPointerMove={({ movementX, movementY }) => {
                      // A list that scrolls under a still pointer sends such events too.
                      if (!command.isStale && (movementX !== 0 || movementY !== 0)) setChosen(command.id)
                    }}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={command.isStale ? undefined : () => run(command)}
                  >
                    {command.icon}
                    <span className={styles.name}>{command.name}</span>
                    {command.detail && <span className={styles.detail}>{command.detail}</span>}
                  </div>
                ))}
              </div>
            ))}
          </div>
          <p className={styles.status} role="status">
            {!isEmpty ? <VisuallyHidden>{status}</VisuallyHidden> : status}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
