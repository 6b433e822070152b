import styles from './sparkline.module.css'

/** The height leaves half of the thickest stroke at the top and the bottom. */
const [WIDTH, HEIGHT, EDGE] = [100, 28, 3]

/**
 * A line from 0 to the highest value, with a dot for the last one. It is broken where a value is
 * null. Hidden from screen readers, so a text beside it has the range.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const highest = Math.max(1, ...values.map((value) => value ?? 0))
  const points = values.map((value, place) =>
    value === null
      ? null
      : `${round((place / (values.length - 1)) * WIDTH)} ${round(HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE))}`,
  )
  // Each step is a line of its own, so a value between two gaps is a dot.
  const line = points.map((point, place) => point && `M${points[place - 1] ?? point}L${point}`)
  const last = points.at(-1)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={line.filter(Boolean).join('')} vectorEffect="non-scaling-stroke" />
      {last && <path d={`M${last}L${last}`} vectorEffect="non-scaling-stroke" className={styles.last} />}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
