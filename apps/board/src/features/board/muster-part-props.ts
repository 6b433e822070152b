import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import type { ComponentType } from 'react'

/** Without anything where no site is shown. */
export type MusterPartProps = BoardPartProps | Partial<Record<keyof BoardPartProps, undefined>>

export interface BoardPartProps {
  site: BoardSite
  /** Everybody on site; undefined until the first response. */
  people: readonly BoardPerson[] | undefined
  /** The time of the last response, in epoch milliseconds. */
  updatedAt: number
  /** Where the buttons stand that print the list, and show it on a wall. */
  slot: Element | null
  /** Nobody is being counted, so nothing is lost with the page. */
  isQuiet: boolean
  /** The list is shown on a wall. */
  isWall: boolean
  onWall: (isWall: boolean) => void
  /** Somebody has pressed what starts a muster. */
  isStarting: boolean
  /** The muster was started, or not after all. */
  onStarted: () => void
  /** Of whom somebody asks why they are listed. */
  why: string | undefined
  onWhy: (personId: undefined) => void
  /** Whether a muster or the wall takes the place of the board. */
  onChange: (isShown: boolean) => void
}

export type MusterPartComponent = ComponentType<MusterPartProps>

/** Fetches what shows a muster. */
export type LoadMuster = () => Promise<MusterPartComponent>
