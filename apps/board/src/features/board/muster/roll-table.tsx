import { ListHead, sheetList, Sheets } from '../display/print/sheets.tsx'
import styles from './muster.module.css'
import { columnsOf, type FileWords, isAnySeen, type RollRow, runningHead } from './roll-rows.ts'

interface RollTableProps {
  rows: readonly RollRow[]
  words: FileWords
  /** Which part of the people is printed; empty for all. */
  part: string
}

/** The printed list. */
export function RollTable({ rows, words, part }: RollTableProps) {
  const hasSeen = isAnySeen(rows)
  const title = [words.title, part].filter(Boolean).join(': ')
  return (
    <Sheets>
      <h1>{title}</h1>
      <p>
        {words.started}
        <br />
        {words.written}
      </p>
      {words.doubts && (
        <p>
          <strong>{words.doubts}</strong>
        </p>
      )}
      <p>
        <strong>{words.figures}</strong>
      </p>
      <p>{words.numbers}</p>
      <table className={`${sheetList} ${styles.table}`}>
        <ListHead running={runningHead({ ...words, title })} columns={columnsOf(words, hasSeen)} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-state={row.state}>
              <td data-broken={hasSeen ? 'name' : 'wide-name'}>{row.name}</td>
              <td data-whole>{row.dependents}</td>
              <td data-broken>{row.role}</td>
              <td data-whole>{row.phone}</td>
              <td data-whole>{words.states[row.state]}</td>
              {hasSeen && <td data-seen>{row.seen}</td>}
              <td>{row.remarks}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheets>
  )
}
