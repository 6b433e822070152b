import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolderMode } from './checkout.mjs'
import { identityOf } from './process-identity.mjs'
import { Failure, ownershipAdvice } from './say.mjs'

/**
 * @typedef {{ pid: number, identity: string }} ProcessRecord a process at the time it was recorded
 */
/**
 * @typedef {{ holder: ProcessRecord, server?: ProcessRecord, url?: string,
 *   isStopping?: boolean }} Note
 */

const TIMEOUT_MS = 15_000
// npm ends at a signal before its command does. A short wait distinguishes a running command from
// an ending one.
const GRACE_MS = 1_000
const POLL_MS = 100

/** @param {ProcessRecord | undefined} record */
const isAlive = (record) => record !== undefined && identityOf(record.pid) === record.identity

/** A record of a process, to find it again later. @param {number} pid @returns {ProcessRecord} */
export const recordOf = (pid) => ({ pid, identity: identityOf(pid) ?? '' })

/**
 * Takes the lock of a data folder: a file that names the running process. A file is ignored if its
 * process has ended, or its id now belongs to another one. A process that is ending is awaited.
 * @param {string} path
 * @param {{ timeoutMs?: number, onWait?: () => void }} [options]
 */
export async function takeRunLock(path, { timeoutMs = TIMEOUT_MS, onWait } = {}) {
  const mine = recordOf(process.pid)
  const begun = Date.now()
  let isWaiting = false
  for (;;) {
    if (createLockFile(path, { holder: mine })) break
    const note = read(path)
    const isRunning = note && isAlive(note.holder) && !note.isStopping
    if (note && (isRunning || isAlive(note.holder) || isAlive(note.server))) {
      const waited = Date.now() - begun
      if (isRunning && waited > GRACE_MS) throw new Failure(alreadyRuns(note))
      if (!isRunning && waited > timeoutMs) throw new Failure(stillEnding(note, timeoutMs))
      if (!isRunning && !isWaiting) onWait?.()
      isWaiting ||= !isRunning
      await delay(POLL_MS)
    } else removeStale(path, note)
  }

  /** @type {Note} */
  let current = { holder: mine }
  const isMine = () => read(path)?.holder.identity === mine.identity && read(path)?.holder.pid === mine.pid
  return {
    /** Adds details to the file. @param {Partial<Omit<Note, 'holder'>>} more */
    update(more) {
      current = { ...current, ...more }
      if (!isMine()) return
      const fresh = `${path}.${process.pid}`
      writeFileSync(fresh, JSON.stringify(current), { mode: 0o600 })
      renameSync(fresh, path)
    },
    /** Releases the lock. */
    release() {
      if (isMine()) rmSync(path, { force: true })
    },
  }
}

/**
 * Creates the file atomically. False if it already exists.
 * @param {string} path
 * @param {Note} note
 */
function createLockFile(path, note) {
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: dataFolderMode })
    writeFileSync(draft, JSON.stringify(note), { mode: 0o600 })
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
 * Renames a stale file before it deletes it. If another process has replaced the file since and
 * holds the lock, the file is renamed back.
 * @param {string} path
 * @param {Note | undefined} stale
 */
function removeStale(path, stale) {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    if (JSON.stringify(read(aside)) !== JSON.stringify(stale)) linkSync(aside, path)
  } catch {
    // The file is deleted or replaced. The next attempt handles both.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @param {Note} note */
function alreadyRuns({ holder, url }) {
  const where = url ? ` at ${url}` : ', and is still starting'
  return (
    `Gatehouse already runs with this data folder (process ${holder.pid})${where}. ` +
    `Use that one, or end it with Ctrl-C where it runs, or with: kill ${holder.pid}`
  )
}

/** @param {Note} note @param {number} timeoutMs */
function stillEnding({ holder, server }, timeoutMs) {
  const pid = isAlive(holder) ? holder.pid : (server ?? holder).pid
  return (
    `An earlier Gatehouse with this data folder (process ${pid}) is still shutting down after ${timeoutMs / 1000} s. ` +
    'Wait a moment and start again.'
  )
}
