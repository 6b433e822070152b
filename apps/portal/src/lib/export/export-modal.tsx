import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { type EndpointRequest, exportRowsHeader } from '@gatehouse/validation/endpoint'
import { exportFileName, exportTimeZone } from '@gatehouse/validation/export-name'
import type { exportEndpoint } from '@gatehouse/validation/export-endpoint'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api.ts'
import { ErrorMessage } from '../errors.ts'
import { filtersOf } from '../list/list-address.ts'
import type { ListDeclaration } from '../list/list-declaration.ts'
import { useListQuery } from '../list/list-page.tsx'
import { readListSearch, textOf, type ListEndpoint } from '../list/list-search.ts'
import { chooseTarget } from './export-target.ts'
import { filterTexts } from './filter-texts.ts'
import { ProgressOfRows } from './progress-of-rows.tsx'
import { receiveExport } from './receive-export.ts'

type ExportEndpoint = ReturnType<typeof exportEndpoint>

interface ExportModalProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  endpoint: ExportEndpoint
  title: ReactNode
  /** What the rows are, in the name of the file. */
  name: string
  onClose: () => void
}

/** So often the progress is drawn anew. */
const DRAW_MS = 200

/** Says what a file will hold, and writes it: the rows that match the filters of the address. */
export function ExportModal<E extends ListEndpoint>({
  list,
  endpoint,
  title,
  name,
  onClose,
}: ExportModalProps<E>) {
  const { t } = useLingui()
  const number = new Intl.NumberFormat(localeTags[useLanguage()])
  const address = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(list.endpoint, address), [list, address])
  const total = useListQuery(list, search).data?.data.total
  const filters = filterTexts(list, search)
  const searched = textOf(search.search)
  const fileName = (rows: number) =>
    exportFileName(name, [...filters.map(({ plain }) => plain), searched], rows, new Date())
  const [progress, setProgress] = useState<{ done: number; rows: number }>()
  const [isCancelled, setCancelled] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    /** @returns the rows that were written; undefined where no file was chosen */
    mutationFn: async (): Promise<number | undefined> => {
      const { signal } = (abort.current = new AbortController())
      setCancelled(false)
      const target = await chooseTarget(fileName(total ?? 0))
      if (!target) return undefined
      setProgress({ done: 0, rows: total ?? 0 })
      // Every endpoint of `exportEndpoint` has the query of its list. TypeScript cannot infer that for a generic list.
      const query = filtersOf(list.endpoint, search) as EndpointRequest<ExportEndpoint>['query']
      const { headers, body } = await api
        .call(endpoint, { query }, { signal })
        .catch(async (error: unknown) => {
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
      await receiveExport({ rows, bytes }, target, { signal, onRows })
      return rows
    },
    onSettled: () => setProgress(undefined),
  })
  const cancel = () => {
    setCancelled(true)
    abort.current?.abort()
  }
  const isDone = run.data !== undefined
  return (
    <Modal isOpen onClose={onClose} title={title} closeLabel={t`Close`}>
      <ModalBody>
        <Stack>
          <Facts
            facts={[
              { label: t`Rows`, value: total === undefined ? '–' : number.format(total) },
              ...filters.map(({ label, shown }) => ({
                label: t(label),
                value: typeof shown === 'string' ? shown : t(shown),
              })),
              ...(searched === undefined ? [] : [{ label: t(list.search.label), value: searched }]),
              { label: t`Time zone`, value: exportTimeZone },
              { label: t`File`, value: fileName(run.data ?? total ?? 0) },
            ]}
          />
          {progress && <ProgressOfRows done={progress.done} total={progress.rows} />}
          {isCancelled && !isDone && (
            <Notice kind="caution" live="polite" title={<Trans>Cancelled</Trans>}>
              <Trans>No file was kept.</Trans>
            </Notice>
          )}
          {run.error && !isCancelled && (
            <Notice kind="danger" live="assertive" title={<Trans>The file could not be written</Trans>}>
              <ErrorMessage error={run.error} />
            </Notice>
          )}
          {isDone && (
            <Notice
              kind="good"
              live="polite"
              title={<Plural value={run.data ?? 0} one="# row was exported" other="# rows were exported" />}
            >
              <Trans>The file is where your browser keeps downloads, or where you chose.</Trans>
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
        {!isDone && (
          <Button kind="primary" busy={run.isPending || total === undefined} onClick={() => run.mutate()}>
            {run.error || isCancelled ? <Trans>Try again</Trans> : <Trans>Export</Trans>}
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
