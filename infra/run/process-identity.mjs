import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Distinguishes a process from later ones with the same id: its start time and the machine's boot.
 * Undefined if there is no such process, an empty text if the system does not say.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function identityOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return undefined
  }
  if (process.platform === 'win32') return ''
  try {
    return process.platform === 'linux' ? identityFromProc(pid) : startFromPs(pid)
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function identityFromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may contain anything, so fields are counted after it: the state is the
  // first, the start time the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
}

/** @param {number} pid */
function startFromPs(pid) {
  const [state, ...start] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/)
  return state?.startsWith('Z') ? undefined : start.join(' ')
}
