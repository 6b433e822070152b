import styles from './muster.module.css'
import type { FileWords, RollRow } from './roll-rows.ts'

/** The list on paper. The screen does not show it. */
export function RollTable({ rows, words }: { rows: readonly RollRow[]; words: FileWords }) {
  return (
    <div className={styles.paper}>
      <h2>{words.title}</h2>
      <p>{words.written}</p>
      <p>
        <strong>{words.figures}</strong>
      </p>
      <table>
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
              <td>{row.phone}</td>
              <td>{words.states[row.state]}</td>
              <td>{row.seen}</td>
              <td>{row.remarks}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
