import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identityOf } from './process-identity.mjs'
import { Failure, ownershipAdvice } from './say.mjs'

/** @typedef {{ pid: number, identity: string }} Held a process as it was when it was written down */
/** @typedef {{ holder: Held, server?: Held, url?: string, isStopping?: boolean }} Note */

const patienceMs = 15_000
// npm answers a signal before the run below it has noticed: a moment tells a running one from an ending one.
const graceMs = 1_000
const pollMs = 100

/** @param {Held | undefined} held */
const lives = (held) => held !== undefined && identityOf(held.pid) === held.identity

/** A process, to be found again later. @param {number} pid @returns {Held} */
export const held = (pid) => ({ pid, identity: identityOf(pid) ?? '' })

/**
 * Takes the lock of a checkout: one file that names who runs. A file whose process is gone, or whose id belongs to
 * somebody else by now, stops nothing; one whose run is ending is waited for.
 * @param {string} path
 * @param {{ patience?: number, onWait?: () => void }} [options] patience in milliseconds
 */
export async function takeRunLock(path, { patience = patienceMs, onWait } = {}) {
  const mine = held(process.pid)
  const begun = Date.now()
  let isWaiting = false
  for (;;) {
    if (place(path, { holder: mine })) break
    const note = read(path)
    const isRunning = note && lives(note.holder) && !note.isStopping
    if (note && (isRunning || lives(note.holder) || lives(note.server))) {
      const waited = Date.now() - begun
      if (isRunning && waited > graceMs) throw new Failure(alreadyRuns(note))
      if (!isRunning && waited > patience) throw new Failure(stillEnding(note, patience))
      if (!isRunning && !isWaiting) onWait?.()
      isWaiting ||= !isRunning
      await delay(pollMs)
    } else removeStale(path, note)
  }

  /** @type {Note} */
  let current = { holder: mine }
  const isMine = () => read(path)?.holder.identity === mine.identity && read(path)?.holder.pid === mine.pid
  return {
    /** Adds to what the lock tells others. @param {Partial<Omit<Note, 'holder'>>} more */
    update(more) {
      current = { ...current, ...more }
      if (!isMine()) return
      const fresh = `${path}.${process.pid}`
      writeFileSync(fresh, JSON.stringify(current))
      renameSync(fresh, path)
    },
    /** Gives the lock back. */
    release() {
      if (isMine()) rmSync(path, { force: true })
    },
  }
}

/** Puts the note there in one step, complete; false where one is there already. @param {string} path @param {Note} note */
function place(path, note) {
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, JSON.stringify(note))
    linkSync(draft, path)
    return true
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EEXIST') return false
    const reason =
      ownershipAdvice(message, dirname(path)) ?? 'Make room or give write access there, then try again.'
    throw new Failure(`${dirname(path)} cannot be written to (${code}). ${reason}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** @param {string} path @returns {Note | undefined} */
function read(path) {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8'))
    return typeof note?.holder?.pid === 'number' ? note : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes a stale file away under another name first: when a neighbour did the same a moment earlier and holds the
 * lock by now, the file is not the stale one, and goes back.
 * @param {string} path
 * @param {Note | undefined} stale
 */
function removeStale(path, stale) {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    if (JSON.stringify(read(aside)) !== JSON.stringify(stale)) linkSync(aside, path)
  } catch {
    // It is gone already, or taken again: the next attempt sees which.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @param {Note} note */
function alreadyRuns({ holder, url }) {
  const where = url ? ` at ${url}` : ', and is still starting'
  return (
    `Gatehouse already runs from this checkout (process ${holder.pid})${where}. ` +
    `Use that one, or end it with Ctrl-C where it runs, or with: kill ${holder.pid}`
  )
}

/** @param {Note} note @param {number} patience */
function stillEnding({ holder, server }, patience) {
  const pid = lives(holder) ? holder.pid : (server ?? holder).pid
  return (
    `An earlier Gatehouse of this checkout (process ${pid}) is still shutting down after ${patience / 1000} s. ` +
    'Wait a moment and start again.'
  )
}
