import styles from './skeleton.module.css'

/** A placeholder bar for text. `width` is any CSS width; `height` is in pixels. */
export function Skeleton({ width = '100%', height = 12 }: { width?: string; height?: number | undefined }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
