import { Sheets } from '../display/print/sheets.tsx'
import styles from './muster.module.css'
import type { FileWords, RollRow } from './roll-rows.ts'

/** The list on paper. */
export function RollTable({ rows, words }: { rows: readonly RollRow[]; words: FileWords }) {
  return (
    <Sheets>
      <h1>{words.title}</h1>
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
      <table className={`${styles.table} ${styles.roll}`}>
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-state={row.state}>
              <td>
                {row.name}
                {row.dependents > 0 && ` + ${row.dependents}`}
              </td>
              <td>{row.role}</td>
              <td className={styles.phone}>{row.phone}</td>
              <td>{words.states[row.state]}</td>
              <td>{row.seen}</td>
              <td>{row.remarks}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheets>
  )
}
