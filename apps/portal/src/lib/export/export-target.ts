import { saveFile } from '../save-file.ts'
import type { ExportFormat } from './receive-export.ts'

const types: Record<ExportFormat, string> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
}

/** The destination of an export. */
export interface ExportTarget {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>
  /** The file is complete. */
  finish(): Promise<void>
  /** The file is incomplete and is removed. */
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
 * Asks for the file's location, where the browser can write it in parts. Other browsers buffer the
 * parts. It must be called from a user gesture.
 * @returns undefined where no file was chosen
 */
export async function chooseTarget(name: string, format: ExportFormat): Promise<ExportTarget | undefined> {
  if (!window.showSaveFilePicker) return collectParts(name, format)
  try {
    return await writeTo(await window.showSaveFilePicker({ suggestedName: name }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    // The organisation's policy may forbid it.
    return collectParts(name, format)
  }
}

function collectParts(name: string, format: ExportFormat): ExportTarget {
  // Browsers may keep blobs on disk.
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
      // The file keeps its earlier content.
      await writable.abort().catch(() => {})
      if (isNew) await file.remove?.().catch(() => {})
    },
  }
}
