import { Fragment, type ReactNode } from 'react'
import styles from './samples.module.css'

/** One kind of component: a heading and its samples. */
export function Samples({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.samples}>{children}</div>
    </section>
  )
}

/** Samples side by side, as many as fit. */
export function SampleRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** Fields and cards in columns. */
export function SampleColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}

/** The same sample for each of some values. */
export function each<Value extends string>(values: readonly Value[], draw: (value: Value) => ReactNode) {
  return values.map((value) => <Fragment key={value}>{draw(value)}</Fragment>)
}
