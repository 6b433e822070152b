import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { ApiError } from '@gatehouse/api-client/api-error'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { exportRowsHeader } from '@gatehouse/validation/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../errors.ts'
import { useUnsavedQuestion } from '../forms/form-modal.tsx'
import { chooseTarget } from './export-target.ts'
import { ProgressOfRows } from './progress-of-rows.tsx'
import { type ExportFormat, receiveExport } from './receive-export.ts'

/** How often the progress is updated. */
const DRAW_MS = 200

interface ExportWindowProps {
  title: ReactNode
  /** What the file will contain. */
  children: ReactNode
  /** The file's name, and its number of rows where that is known already. */
  file: { name: () => string; rows: number; format: ExportFormat } | undefined
  /** Why there is no `file`. */
  refusal?: ReactNode
  /** What the file contains, once it is written. */
  exported: (rows: number) => ReactNode
  /** Requests the file. */
  call: (signal: AbortSignal) => Promise<Response>
  onClose: () => void
}

/** Exports a file and shows the progress. An incomplete or cancelled export leaves no file. */
export function ExportWindow({ title, children, file, refusal, exported, call, onClose }: ExportWindowProps) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<{ done: number; rows: number }>()
  const [isCancelled, setCancelled] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    /** @returns the number of written rows; undefined where no file was chosen */
    mutationFn: async ({ name, rows: expected, format }: NonNullable<typeof file>) => {
      const { signal } = (abort.current = new AbortController())
      setCancelled(false)
      const target = await chooseTarget(name(), format)
      if (!target) return undefined
      setProgress({ done: 0, rows: expected })
      const { headers, body } = await call(signal).catch(async (error: unknown) => {
        await target.discard()
        throw error
      })
      const rows = Number(headers.get(exportRowsHeader))
      let drawn = 0
      const onRows = (done: number) => {
        if (performance.now() - drawn < DRAW_MS) return
        drawn = performance.now()
        setProgress({ done, rows })
      }
      const bytes = body ?? new Blob().stream()
      await receiveExport({ rows, bytes, format }, target, { signal, onRows })
      return rows
    },
    onSettled: () => setProgress(undefined),
  })
  const cancel = () => {
    setCancelled(true)
    abort.current?.abort()
  }
  const isDone = run.data !== undefined
  const rangeFault = faultOfRange(run.error)
  const unsaved = useUnsavedQuestion({
    isDirty: run.isPending,
    onLeave: onClose,
    text: <Trans>The export stops and no file is kept.</Trans>,
  })
  return (
    <Modal isOpen onClose={unsaved.close} title={title}>
      <ModalBody>
        <Stack>
          {children}
          {progress && <ProgressOfRows done={progress.done} total={progress.rows} />}
          {isCancelled && !isDone && (
            <Notice kind="caution" live="polite" title={<Trans>Cancelled</Trans>}>
              <Trans>No file was kept.</Trans>
            </Notice>
          )}
          {refusal && (
            <Notice kind="danger" live="assertive" title={<Trans>The file could not be written</Trans>}>
              {refusal}
            </Notice>
          )}
          {run.error && !isCancelled && (
            <Notice kind="danger" live="assertive" title={<Trans>The file could not be written</Trans>}>
              {rangeFault ? t(rangeFault) : <ErrorMessage error={run.error} />}
            </Notice>
          )}
          {isDone && (
            <Notice kind="good" live="polite" title={exported(run.data ?? 0)}>
              <Trans>The file is in your browser’s downloads, or where you saved it.</Trans>
            </Notice>
          )}
        </Stack>
      </ModalBody>
      <ModalFooter>
        {run.isPending ? (
          <Button onClick={cancel}>
            <Trans>Cancel the export</Trans>
          </Button>
        ) : (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
        {!isDone && !refusal && (
          <Button kind="primary" busy={run.isPending || !file} onClick={() => file && run.mutate(file)}>
            {run.error || isCancelled ? <Trans>Try again</Trans> : <Trans>Export</Trans>}
          </Button>
        )}
      </ModalFooter>
      {unsaved.question}
    </Modal>
  )
}

/** The error of the range of a refused file. */
function faultOfRange(error: Error | null): MessageDescriptor | undefined {
  if (!(error instanceof ApiError) || error.code !== 'time_out_of_range') return undefined
  const faults = new Map(Object.entries(fieldMessages))
  return Object.values(error.fieldCodes)
    .map((code) => faults.get(code))
    .find((fault) => fault !== undefined)
}
