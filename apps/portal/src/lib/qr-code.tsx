import { encode } from 'uqr'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** Light modules around a code, without which a camera does not find it (ISO/IEC 18004). */
const QUIET = 4

interface QrCodeProps {
  text: string
  label: string
  /** How much of it may be dirty or torn: `Q` for what hangs on a wall. */
  ecc?: 'M' | 'Q'
}

/** A text as a QR code, drawn here: it leaves the page by the camera only. Dark on light in every theme. */
export function QrCode({ text, label, ecc = 'M' }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc, border: 0 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: dark.join('') }
  }, [text, ecc])
  const side = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
