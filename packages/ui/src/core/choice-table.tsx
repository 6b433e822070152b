import { useId, type ReactNode } from 'react'
import choiceStyles from './choice.module.css'
import { FieldError, Hint, wire } from './field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './choice-table.module.css'

interface Head<Value extends string> {
  value: Value
  label: string
  /** The name of the tick of all its pairs. Starts with the label. */
  allLabel: string
}

type Pairs<Row extends string, Column extends string> = Partial<Record<Row, readonly Column[]>>

export interface ChoiceTableProps<Row extends string, Column extends string> {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** The group's id, the target of error summary links. */
  id?: string | undefined
  name?: string | undefined
  rows: readonly Head<Row>[]
  columns: readonly Head<Column>[]
  /** The columns of each row. A row without any is left out. */
  value: Pairs<Row, Column>
  onChange: (value: Partial<Record<Row, Column[]>>) => void
  onBlur?: (() => void) | undefined
}

/** Pairs of rows and columns, each a tick. Another tick stands for all of a row or of a column. */
export function ChoiceTable<Row extends string, Column extends string>({
  legend,
  hint,
  error,
  rows,
  columns,
  value,
  onChange,
  ...props
}: ChoiceTableProps<Row, Column>) {
  const own = useId()
  const id = props.id ?? own
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = wire(id, hint, error)
  const has = (row: Row, column: Column) => value[row]?.includes(column) ?? false
  const set = (isMeant: (row: Row, column: Column) => boolean, isChosen: boolean) =>
    onChange(
      Object.fromEntries(
        rows.flatMap(({ value: row }) => {
          const shown = columns.map((column) => column.value)
          const chosen = [
            ...shown.filter((column) => (isMeant(row, column) ? isChosen : has(row, column))),
            // A column that is not shown keeps its ticks.
            ...(value[row] ?? []).filter((column) => !shown.includes(column)),
          ]
          return chosen.length > 0 ? [[row, chosen]] : []
        }),
      ) as Partial<Record<Row, Column[]>>,
    )
  const tick = (pairs: readonly boolean[], choose: (isChosen: boolean) => void, label: object) => {
    const isChosen = pairs.every(Boolean)
    return (
      <input
        {...label}
        type="checkbox"
        className={choiceStyles.box}
        name={props.name ?? own}
        ref={(element) => {
          if (element) element.indeterminate = !isChosen && pairs.some(Boolean)
        }}
        checked={isChosen}
        aria-invalid={invalid}
        onChange={(event) => choose(event.target.checked)}
        onBlur={props.onBlur}
      />
    )
  }
  const idOf = (head: string) => `${id}-${head}`
  return (
    <fieldset id={id} className={choiceStyles.group} aria-describedby={describedBy}>
      <legend className={choiceStyles.legend}>{legend}</legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      <table className={styles.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              <VisuallyHidden>{legend}</VisuallyHidden>
            </th>
            {columns.map(({ value: column, label, allLabel }) => (
              <th key={column} scope="col" role="columnheader">
                <label className={styles.cell}>
                  <span id={idOf(column)}>{label}</span>
                  {tick(
                    rows.map((row) => has(row.value, column)),
                    (isChosen) => set((_, one) => one === column, isChosen),
                    { 'aria-label': allLabel },
                  )}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ value: row, label, allLabel }) => (
            <tr key={row} role="row">
              <th scope="row" role="rowheader">
                <label className={styles.row}>
                  {tick(
                    columns.map((column) => has(row, column.value)),
                    (isChosen) => set((one) => one === row, isChosen),
                    { 'aria-label': allLabel },
                  )}
                  <span id={idOf(row)}>{label}</span>
                </label>
              </th>
              {columns.map(({ value: column, label: name }) => (
                <td key={column} role="cell">
                  <label className={styles.cell}>
                    <span className={styles.name} aria-hidden="true">
                      {name}
                    </span>
                    {tick(
                      [has(row, column)],
                      (isChosen) => set((one, other) => one === row && other === column, isChosen),
                      { 'aria-labelledby': `${idOf(row)} ${idOf(column)}` },
                    )}
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
