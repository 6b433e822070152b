import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
import { Notice } from '@gatehouse/ui/core/notice'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import {
  importColumns,
  type ImportReport,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { limits } from '@gatehouse/validation/limits'
import { type Guess, guessMapping, type Mapping } from '@gatehouse/validation/people-file'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../../lib/errors.ts'
import { columnNames } from './column-names.ts'
import {
  type FileProblem,
  type ImportFile,
  longLines,
  missingColumns,
  readFile,
  repeatedLines,
  template,
} from './import-file.ts'
import styles from './import-modal.module.css'
import { ImportResult, NoInvitations } from './import-result.tsx'
import { useUnsavedQuestion } from '../../lib/forms/form-modal.tsx'
import { renewUsers } from './queries.ts'
import { runImport } from './run-import.ts'
import { ProgressOfRows } from '../../lib/export/progress-of-rows.tsx'
import { saveFile } from '../../lib/save-file.ts'

const MEGABYTE = 1024 * 1024

/** Brings people in from a file: which column is which, what each row would do, and then does it. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [file, setFile] = useState<ImportFile>()
  const [problem, setProblem] = useState<FileProblem | 'size'>()
  const [mapping, setMapping] = useState<Mapping>({})
  /** The columns that are there several times, until somebody has chosen one of them. */
  const [doubled, setDoubled] = useState<Guess['doubled']>({})
  const [invite, setInvite] = useState(true)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [checked, setChecked] = useState<ImportReport>()
  const [report, setReport] = useState<ImportReport>()
  /** Of so many rows it is not known whether they were imported. */
  const [lost, setLost] = useState(0)
  const [isCancelled, setCancelled] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const forgetReports = () => {
    setChecked(undefined)
    setReport(undefined)
    setLost(0)
  }

  const run = useMutation({
    mutationFn: async (isDryRun: boolean) => {
      if (!file) return
      const controller = new AbortController()
      abort.current = controller
      setCancelled(false)
      if (isDryRun) forgetReports()
      const repeated = faultyLines(file, mapping)
      const faulty = new Set(isDryRun ? repeated.keys() : checked?.faults.map(({ line }) => line))
      const rows = file.rows.filter(({ line }) => !faulty.has(line))
      setProgress({ done: 0, total: rows.length })
      const whole = await runImport({
        rows,
        mapping,
        isDryRun,
        invite,
        signal: controller.signal,
        onProgress: (done, soFar) => {
          setProgress({ done, total: rows.length })
          if (!isDryRun) setReport(withFaults(soFar, checked?.faults ?? []))
        },
        onLost: (count) => {
          setLost(count)
          // What was found before may be true no longer.
          setChecked(undefined)
        },
      })
      if (isDryRun) setChecked(withFaults(whole, toFaults(repeated)))
    },
    onSettled: (_data, _error, isDryRun) => {
      if (!isDryRun) void renewUsers()
    },
  })
  const cancel = () => {
    setCancelled(true)
    abort.current?.abort()
  }
  const choose = async (chosen: File | undefined) => {
    forgetReports()
    setFile(undefined)
    setProblem(undefined)
    if (!chosen) return
    if (chosen.size > limits.importFile.bytes) {
      setProblem('size')
      return
    }
    const read = readFile(new Uint8Array(await chosen.arrayBuffer()))
    if (typeof read === 'string') {
      setProblem(read)
      return
    }
    setFile(read)
    const guess = guessMapping(read.columns)
    setMapping(guess.mapping)
    setDoubled(guess.doubled)
  }
  const missing = missingColumns(mapping)
  const places = new Intl.ListFormat(useLanguage())
  const isMapped = missing.length === 0 && Object.keys(doubled).length === 0
  const nameOf = (name: string, at: number) => {
    const place = at + 1
    if (name === '') return t`Column ${place}`
    const isUnique = file?.columns.every((other, index) => index === at || other !== name)
    // A narrow field cuts the end of a long name.
    return isUnique ? name : t`Column ${place}: ${name}`
  }
  const columns = useRef<HTMLFieldSetElement>(null)
  /** The first column that somebody has to choose, which may be far above the button. */
  const focusUndecided = () => columns.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  const isRunning = run.isPending
  const isStopping = isRunning && isCancelled
  const shown = isRunning ? undefined : (report ?? checked)
  const unsaved = useUnsavedQuestion({
    isDirty: isRunning || (file !== undefined && !report),
    onLeave: onClose,
    text: isRunning ? (
      <Trans>The import stops. People who are imported already stay.</Trans>
    ) : (
      <Trans>The file has not been imported.</Trans>
    ),
  })
  return (
    <Modal
      isOpen
      onClose={isRunning && !isCancelled ? cancel : unsaved.close}
      title={<Trans>Import users</Trans>}
    >
      <ModalBody>
        <Stack>
          <p>
            <Trans>
              A CSV file with one person on each line, up to 10,000. The first line names the columns. Nothing
              is stored before you have seen what would happen.
            </Trans>
          </p>
          <div>
            <Button
              size="small"
              onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), 'users.csv')}
            >
              <Trans>Download the template</Trans>
            </Button>
          </div>
          <Field
            label={<Trans>File</Trans>}
            hint={<Trans>In a spreadsheet: save as “CSV UTF-8”.</Trans>}
            error={problem && t(problemTexts[problem])}
          >
            <FileInput
              accept=".csv,text/csv"
              disabled={isRunning}
              chooseLabel={<Trans>Choose a file</Trans>}
              noneLabel={<Trans>No file chosen</Trans>}
              onChoose={(chosen) => void choose(chosen)}
            />
          </Field>
          {file && (
            <>
              <fieldset ref={columns} className={styles.columns} disabled={isRunning}>
                <legend className={styles.legend}>
                  <Trans>Which column is what?</Trans>
                </legend>
                {importColumns.map((column) => (
                  <Field
                    key={column}
                    label={t(columnNames[column])}
                    {...(!isRequired(column) && { optional: <Trans>(optional)</Trans> })}
                    error={
                      doubled[column] ? (
                        <DoubledText places={places.format(doubled[column].map((at) => String(at + 1)))} />
                      ) : (
                        missing.includes(column) && <Trans>Please choose a column</Trans>
                      )
                    }
                  >
                    <SelectInput
                      value={mapping[column] ?? ''}
                      onChange={({ target }) => {
                        forgetReports()
                        const { [column]: _chosen, ...undecided } = doubled
                        setDoubled(undecided)
                        const { [column]: _, ...others } = mapping
                        setMapping(
                          target.value === '' ? others : { ...others, [column]: Number(target.value) },
                        )
                      }}
                    >
                      <option value="">{t`None`}</option>
                      {file.columns.map((name, at) => (
                        <option key={`${at} ${name}`} value={at}>
                          {nameOf(name, at)}
                        </option>
                      ))}
                    </SelectInput>
                  </Field>
                ))}
              </fieldset>
              {runtimeConfig.sendsMail ? (
                <CheckboxInput
                  id="import-invite"
                  name="invite"
                  label={<Trans>Send everybody an invitation by mail</Trans>}
                  checked={invite}
                  onChange={({ target }) => setInvite(target.checked)}
                />
              ) : (
                <NoInvitations />
              )}
            </>
          )}
          {isRunning && progress && (
            <InView>
              <ProgressOfRows {...progress} />
            </InView>
          )}
          {isCancelled && !isRunning && (
            <Notice kind="caution" live="polite" title={<Trans>Cancelled</Trans>}>
              {report ? (
                <Trans>What was imported until then stays.</Trans>
              ) : (
                lost === 0 && <Trans>Nothing was imported.</Trans>
              )}
            </Notice>
          )}
          {run.error && (!isCancelled || lost > 0) && (
            <Notice kind="danger" live="assertive" title={<Trans>The import stopped</Trans>}>
              <ErrorMessage error={run.error} />
              {lost > 0 && (
                <p>
                  <Plural
                    value={lost}
                    one="It is not known whether one more row was imported. Check the file again: who is there already is told."
                    other="It is not known whether # more rows were imported. Check the file again: who is there already is told."
                  />
                </p>
              )}
            </Notice>
          )}
          {shown && file && (
            <InView hasFocus>
              <ImportResult file={file} mapping={mapping} report={shown} isDone={report !== undefined} />
            </InView>
          )}
        </Stack>
      </ModalBody>
      <ModalFooter>
        {isRunning ? (
          <Button busy={isStopping} onClick={cancel}>
            {isStopping ? (
              <Trans>Cancelling…</Trans>
            ) : report ? (
              <Trans>Cancel the import</Trans>
            ) : (
              <Trans>Cancel</Trans>
            )}
          </Button>
        ) : (
          <Button onClick={unsaved.close}>
            <Trans>Close</Trans>
          </Button>
        )}
        {file && !checked && (!report || lost > 0) && (
          <Button
            kind="primary"
            busy={isRunning}
            onClick={() => (isMapped ? run.mutate(true) : focusUndecided())}
          >
            <Trans>Check the file</Trans>
          </Button>
        )}
        {checked && !report && checked.created > 0 && (
          <Button kind="primary" busy={isRunning} onClick={() => run.mutate(false)}>
            <Plural value={checked.created} one="Import # person" other="Import # people" />
          </Button>
        )}
      </ModalFooter>
      {unsaved.question}
    </Modal>
  )
}

/** What is wrong with lines of a file as a whole, which the server sees in parts and by our columns alone. */
function faultyLines(file: ImportFile, mapping: Mapping): Map<number, Record<string, FieldCode>> {
  const faulty = new Map<number, Record<string, FieldCode>>()
  for (const [line, columns] of repeatedLines(file.rows, mapping))
    faulty.set(line, Object.fromEntries(columns.map((column) => [column, 'in_file_twice'])))
  // Its values may stand in wrong columns, so nothing is said of them.
  for (const line of longLines(file)) faulty.set(line, { row: 'too_many_values' })
  return faulty
}

const toFaults = (faulty: ReturnType<typeof faultyLines>): ImportReport['faults'] =>
  [...faulty].map(([line, codes]) => ({ line, code: 'bad_request', message: '', field_codes: codes }))

/** The report with the lines that were not sent. */
function withFaults(report: ImportReport, faults: ImportReport['faults']): ImportReport {
  return { ...report, faults: [...report.faults, ...faults].toSorted((one, other) => one.line - other.line) }
}

/** @param places counted from one, as a list in the reader's language */
function DoubledText({ places }: { places: string }) {
  return (
    <Trans>This is in the file more than once, as the columns {places}. Please choose one of them.</Trans>
  )
}

function isRequired(column: string): boolean {
  return requiredImportColumns.some((required) => required === column)
}

const most = limits.importFile.bytes / MEGABYTE

const problemTexts: Record<FileProblem | 'size', MessageDescriptor> = {
  spreadsheet: msg`This is the file of a spreadsheet program. Please open it there, save it as “CSV UTF-8” and choose that file.`,
  binary: msg`This is no CSV file, but a picture or another kind of file. Please choose a CSV file.`,
  size: msg`This file is larger than ${most} MB. Please divide it into several files.`,
  columns: msg`This file has too many columns. Please keep those of the template.`,
  rows: msg`This file has more than 10,000 rows. Please divide it into several files.`,
  encoding: msg`The letters of this file cannot be read. Please save it as “CSV UTF-8” and choose it again.`,
  quote: msg`This file is no table of values. Please save it as “CSV UTF-8” and choose it again.`,
  empty: msg`There is no row in this file below the names of the columns.`,
}

/** Below a long form it would come without being seen. `hasFocus` moves the focus to it: the button that began the work is gone. */
function InView({ hasFocus = false, children }: { hasFocus?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) place.current?.focus({ preventScroll: true })
    // What it returns, a promise in newer browsers, is not how the effect ends.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [hasFocus])
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  )
}
