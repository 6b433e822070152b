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

/** Imports people from a file: maps the columns, shows what each row would do, then imports. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [file, setFile] = useState<ImportFile>()
  const [problem, setProblem] = useState<FileProblem | 'size'>()
  const [mapping, setMapping] = useState<Mapping>({})
  /** The columns that occur several times, until the user has chosen one of them. */
  const [doubled, setDoubled] = useState<Guess['doubled']>({})
  const [invite, setInvite] = useState(true)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [checked, setChecked] = useState<ImportReport>()
  const [report, setReport] = useState<ImportReport>()
  /** The number of rows of which it is unknown whether they were imported. */
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
          // The earlier results may be outdated.
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
    // A narrow field cuts off the end of a long name.
    return isUnique ? name : t`Column ${place}: ${name}`
  }
  const columns = useRef<HTMLFieldSetElement>(null)
  /** The first column to choose, which may be far above the button. */
  const focusUndecided = () => columns.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  const isRunning = run.isPending
  const isStopping = isRunning && isCancelled
  const shown = isRunning ? undefined : (report ?? checked)
  const unsaved = useUnsavedQuestion({
    isDirty: isRunning || (file !== undefined && !report),
    onLeave: onClose,
    text: isRunning ? (
      <Trans>The import stops. People who were already imported are kept.</Trans>
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
              A CSV file with one person per line, up to 10,000. The first line names the columns. You’ll see
              a preview before anything is saved.
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
                  <Trans>Match the columns</Trans>
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
                  label={<Trans>Send everyone an invitation</Trans>}
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
                <Trans>People imported until then are kept.</Trans>
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
                    one="The connection was lost: one more row may have been imported. Check the file again to see who already exists."
                    other="The connection was lost: # more rows may have been imported. Check the file again to see who already exists."
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

/**
 * The errors of lines in the whole file, which the server sees only in parts and by our columns.
 */
function faultyLines(file: ImportFile, mapping: Mapping): Map<number, Record<string, FieldCode>> {
  const faulty = new Map<number, Record<string, FieldCode>>()
  for (const [line, columns] of repeatedLines(file.rows, mapping))
    faulty.set(line, Object.fromEntries(columns.map((column) => [column, 'in_file_twice'])))
  // Its values may be in the wrong columns, so they have no errors of their own.
  for (const line of longLines(file)) faulty.set(line, { row: 'too_many_values' })
  return faulty
}

const toFaults = (faulty: ReturnType<typeof faultyLines>): ImportReport['faults'] =>
  [...faulty].map(([line, codes]) => ({ line, code: 'bad_request', message: '', field_codes: codes }))

/** The report with the lines that were not sent. */
function withFaults(report: ImportReport, faults: ImportReport['faults']): ImportReport {
  return { ...report, faults: [...report.faults, ...faults].toSorted((one, other) => one.line - other.line) }
}

/** @param places counted from 1, as a list in the reader's language */
function DoubledText({ places }: { places: string }) {
  return <Trans>The file has this more than once, in the columns {places}. Choose one of them.</Trans>
}

function isRequired(column: string): boolean {
  return requiredImportColumns.some((required) => required === column)
}

const most = limits.importFile.bytes / MEGABYTE

const problemTexts: Record<FileProblem | 'size', MessageDescriptor> = {
  spreadsheet: msg`This is a file of a spreadsheet program. Open it there, save it as “CSV UTF-8” and choose that file.`,
  binary: msg`This isn’t a CSV file, but a picture or another kind of file. Choose a CSV file.`,
  size: msg`This file is larger than ${most} MB. Split it into several files.`,
  columns: msg`This file has too many columns. Keep those of the template.`,
  rows: msg`This file has more than 10,000 rows. Split it into several files.`,
  encoding: msg`The characters in this file can’t be read. Save it as “CSV UTF-8” and choose it again.`,
  quote: msg`This file isn’t a table. Save it as “CSV UTF-8” and choose it again.`,
  empty: msg`The file has no rows below the column names.`,
}

/**
 * Scrolls into view, because it appears below a long form. `hasFocus` moves the focus to it: the
 * button that started the work is gone.
 */
function InView({ hasFocus = false, children }: { hasFocus?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) place.current?.focus({ preventScroll: true })
    // Its return value, a promise in newer browsers, is not the effect's cleanup.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [hasFocus])
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  )
}
