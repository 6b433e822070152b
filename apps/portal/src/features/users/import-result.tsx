import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { importColumns, type ImportReport } from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { findNumberWarnings, type Mapping } from '@gatehouse/validation/people-file'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { saveFile } from '../../lib/save-file.ts'
import { columnNames } from './column-names.ts'
import { type ImportFile, writeFailedRows } from './import-file.ts'
import styles from './import-modal.module.css'

/** Imported people need their links passed on where no emails are sent. */
export function NoInvitations() {
  return (
    <p>
      <Trans>
        This installation can’t send email, so no one is invited. Copy each invitation link from the person’s
        menu.
      </Trans>
    </p>
  )
}

const MOST_SHOWN = 200
const MOST_LETTERS = 60

const isKnown = (code: string): code is FieldCode => Object.hasOwn(fieldMessages, code)

function shorten(text: string): string {
  const letters = Array.from(text.trim().replaceAll(/\s+/g, ' '))
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : letters.join('')
}

function numbersOf({ rows }: ImportFile, { employee_number: at }: Mapping): Map<number, string> {
  return new Map(at === undefined ? [] : rows.map(({ line, cells }) => [line, (cells[at] ?? '').trim()]))
}

/** What happened, or would happen, and the errors by line. */
export function ImportResult({
  file,
  mapping,
  report: { created, faults },
  isDone,
}: {
  file: ImportFile
  mapping: Mapping
  report: ImportReport
  isDone: boolean
}) {
  const { t } = useLingui()
  const cells = new Map(file.rows.map((row) => [row.line, row.cells]))
  const valueOf = (line: number, name: string) => {
    const column = importColumns.find((known) => known === name)
    const at = column && mapping[column]
    return at === undefined ? '' : shorten(cells.get(line)?.[at] ?? '')
  }
  const personOf = (line: number) =>
    [valueOf(line, 'first_name'), valueOf(line, 'last_name')].filter(Boolean).join(' ')
  const reasonOf = ({ line, message, field_codes: codes = {} }: ImportReport['faults'][number]) => {
    const reasons = Object.entries(codes).map(([name, code]) => {
      const known = importColumns.find((one) => one === name)
      const column = known ? t(columnNames[known]) : name
      const reason = isKnown(code) ? t(fieldMessages[code]) : message
      const value = valueOf(line, name)
      if (name === 'row') return reason
      return value === '' ? `${column}: ${reason}` : t`${column} “${value}”: ${reason}`
    })
    return reasons.length > 0 ? reasons.join(' · ') : message
  }
  const download = () => {
    const reasons = new Map(faults.map((fault) => [fault.line, reasonOf(fault)]))
    saveFile(writeFailedRows(file, reasons), 'users-left-out.csv')
  }
  const faulty = new Set(faults.map(({ line }) => line))
  // The server sees one part of the file at a time.
  const warnings = [...findNumberWarnings(numbersOf(file, mapping))]
    .filter(([line]) => !faulty.has(line))
    .map(([line, code]) => ({ line, code: '', message: '', field_codes: { employee_number: code } }))
    .toSorted((one, other) => one.line - other.line)
  const listOf = (rows: ImportReport['faults']) => {
    const hidden = rows.length - MOST_SHOWN
    return (
      <ul className={styles.faults}>
        {rows.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.line}>
            <LineOf line={row.line} person={personOf(row.line)} /> {reasonOf(row)}
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Plural value={hidden} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    )
  }
  return (
    <Notice
      kind={faults.length + warnings.length > 0 ? 'caution' : 'good'}
      live="polite"
      title={
        isDone ? (
          <Plural
            value={created}
            _0="No one was imported"
            one="# person was imported"
            other="# people were imported"
          />
        ) : (
          <Plural
            value={created}
            _0="No one can be imported"
            one="# person can be imported"
            other="# people can be imported"
          />
        )
      }
    >
      {isDone && created > 0 && !runtimeConfig.sendsMail && <NoInvitations />}
      {faults.length > 0 && (
        <>
          <p>
            <Plural value={faults.length} one="# row is skipped:" other="# rows are skipped:" />
          </p>
          {listOf(faults)}
          <Button size="small" onClick={download}>
            <Plural value={faults.length} one="Download this row" other="Download these rows" />
          </Button>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <p className={styles.warned}>
            <Plural
              value={warnings.length}
              one="Check # row. It isn’t skipped:"
              other="Check # rows. They aren’t skipped:"
            />
          </p>
          {listOf(warnings)}
        </>
      )}
    </Notice>
  )
}

function LineOf({ line, person }: { line: number; person: string }) {
  return person === '' ? (
    <Trans>Line {line}:</Trans>
  ) : (
    <Trans>
      Line {line}, {person}:
    </Trans>
  )
}
