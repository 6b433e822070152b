import type { MouseEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { TickIcon } from './icons.tsx'
import styles from './step-menu.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface Step {
  id: string
  label: ReactNode
  /** `done` and `reachable` steps can be opened; `locked` ones wait for the steps before. */
  state: 'done' | 'current' | 'reachable' | 'locked'
  href: string
}

export interface StepMenuProps {
  /** The accessible name of the list of steps. */
  label: string
  /** Read after the name of a finished step. */
  doneLabel: string
  steps: readonly Step[]
  /** Handles a plain press on a step; modified presses (new tab) stay with the browser. */
  onSelect: (id: string) => void
}

/** Numbered steps, connected by lines. */
export function StepMenu({ label, doneLabel, steps, onSelect }: StepMenuProps) {
  const select = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onSelect(id)
  }
  return (
    <nav className={styles.menu} aria-label={label}>
      <ol className={styles.steps}>
        {steps.map(({ id, label: name, state, href }, at) => {
          const inside = (
            <>
              <span className={styles.number}>{state === 'done' ? <TickIcon size={16} /> : at + 1}</span>
              <span className={styles.name}>{name}</span>
              {state === 'done' && <VisuallyHidden> {doneLabel}</VisuallyHidden>}
            </>
          )
          const isLink = state === 'done' || state === 'reachable'
          return (
            <li key={id} className={classes(styles.step, styles[state])}>
              {isLink ? (
                <a className={styles.face} href={href} onClick={(event) => select(event, id)}>
                  {inside}
                </a>
              ) : (
                <span className={styles.face} aria-current={state === 'current' ? 'step' : undefined}>
                  {inside}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
