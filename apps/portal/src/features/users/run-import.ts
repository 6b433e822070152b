import { ApiError } from '@gatehouse/api-client/api-error'
import { importUsersEndpoint, type ImportReport } from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import type { Mapping } from '@gatehouse/validation/people-file'
import { api } from '../../lib/api.ts'
import { type ImportFile, writePart } from './import-file.ts'

export interface ImportRun {
  rows: ImportFile['rows']
  mapping: Mapping
  isDryRun: boolean
  invite: boolean
  /**
   * Ends a dry run at once. Otherwise the current part is awaited, because the server completes it
   * anyway.
   */
  signal: AbortSignal
  /** Called after each part with the number of rows done. */
  onProgress: (rows: number, report: ImportReport) => void
  /**
   * Called where the response to a part is lost: whether this many rows were imported is unknown.
   */
  onLost: (rows: number) => void
}

/**
 * Sends the rows in parts. Each part is atomic, so a run that is cancelled in between keeps the
 * completed parts.
 */
export async function runImport({
  rows,
  mapping,
  isDryRun,
  invite,
  signal,
  onProgress,
  onLost,
}: ImportRun): Promise<ImportReport> {
  const whole: ImportReport = { rows: 0, created: 0, faults: [] }
  for (let at = 0; at < rows.length; at += limits.importFile.rowsAtOnce) {
    signal.throwIfAborted()
    const part = rows.slice(at, at + limits.importFile.rowsAtOnce)
    const report = await api
      .call(
        importUsersEndpoint,
        {
          query: {
            dry_run: isDryRun ? 'true' : 'false',
            invite: invite ? 'true' : 'false',
            first_line: '1',
          },
          upload: writePart(part, mapping),
        },
        isDryRun ? { signal } : {},
      )
      .catch((error: unknown) => {
        const isRefused = error instanceof ApiError && error.hasErrorBody
        if (!isDryRun && !isRefused) onLost(part.length)
        throw error
      })
    whole.rows += report.rows
    whole.created += report.created
    // The part has one line per row; the file may have more.
    whole.faults.push(
      ...report.faults.map((fault) =>
        Object.assign({}, fault, { line: part[fault.line - 1]?.line ?? fault.line }),
      ),
    )
    onProgress(Math.min(rows.length, at + part.length), whole)
  }
  return whole
}
