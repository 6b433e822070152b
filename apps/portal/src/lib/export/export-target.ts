import { saveFile } from '../save-file.ts'
import type { ExportFormat } from './receive-export.ts'

const types: Record<ExportFormat, string> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
}

/** Where an export goes while it arrives. */
export interface ExportTarget {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>
  /** The file is whole. */
  finish(): Promise<void>
  /** The file is not: nothing of it stays. */
  discard(): Promise<void>
}

interface PickedFile extends FileSystemFileHandle {
  remove?: () => Promise<void>
}

declare global {
  interface Window {
    /** In some browsers only (File System Access). */
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<PickedFile>
  }
}

/**
 * Asks where the file is to go, where the browser can write it piece by piece. Other browsers keep its parts until it is whole. It has to be
 * called by a press of a button.
 * @returns undefined where nobody chose a file
 */
export async function chooseTarget(name: string, format: ExportFormat): Promise<ExportTarget | undefined> {
  if (!window.showSaveFilePicker) return collectParts(name, format)
  try {
    return await writeTo(await window.showSaveFilePicker({ suggestedName: name }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    // A policy of the organisation may forbid it.
    return collectParts(name, format)
  }
}

function collectParts(name: string, format: ExportFormat): ExportTarget {
  // A browser may keep blobs on the disk.
  const parts: Blob[] = []
  return {
    write: async (part) => void parts.push(new Blob([part])),
    finish: async () => saveFile(new Blob(parts, { type: types[format] }), name),
    discard: async () => void parts.splice(0),
  }
}

async function writeTo(file: PickedFile): Promise<ExportTarget> {
  const isNew = (await file.getFile()).size === 0
  const writable = await file.createWritable()
  return {
    write: (part) => writable.write(part),
    finish: () => writable.close(),
    async discard() {
      // What was in the file before stays in it.
      await writable.abort().catch(() => {})
      if (isNew) await file.remove?.().catch(() => {})
    },
  }
}
