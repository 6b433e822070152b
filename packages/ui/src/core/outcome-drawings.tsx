import { Drawing, type DrawingProps } from './drawings.tsx'
import styles from './drawings.module.css'

const disc = 'M48 8a40 40 0 1 0 0 80 40 40 0 0 0 0-80Z'

/** Signed in: a tick in a full ring. */
export const SuccessDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground={disc}>
    <path d={disc} className={styles.heavy} />
    <path d="m29 49.5 13 13 26-28" className={styles.heavy} />
  </Drawing>
)

const glass = 'M30 56V18a10 10 0 0 1 20 0v38a18 18 0 1 1-20 0Z'

/** Too warm: a full thermometer and an arrow upwards. */
export const HighDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground={glass}>
    <path d={glass} className={styles.heavy} />
    <path d="M40 26v44M40 71v.1" className={styles.heavy} />
    <path d="M75 64V28M63 40l12-12 12 12" className={styles.heavy} />
  </Drawing>
)

/** Too cold: an almost empty thermometer and an arrow downwards. */
export const LowDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground={glass}>
    <path d={glass} className={styles.heavy} />
    <path d="M40 71v.1" className={styles.heavy} />
    <path d="M75 26v36M63 50l12 12 12-12" className={styles.heavy} />
  </Drawing>
)

/** Banned: a ring with a bar across. */
export const BanDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground={disc}>
    <path d={disc} className={styles.heavy} />
    <path d="m20.5 20.5 55 55" className={styles.heavy} />
  </Drawing>
)

/** Signed out: a doorway, open on the side of the arrow. */
export const DepartedDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground="M12 86V40a24 24 0 0 1 48 0v46Z">
    <path d="M12 86V40a24 24 0 0 1 48 0v6M12 86h48" className={styles.heavy} />
    <path d="M34 67h52M73 54l13 13-13 13" className={styles.heavy} />
  </Drawing>
)
