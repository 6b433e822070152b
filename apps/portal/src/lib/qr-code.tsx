import { type ErrorCorrection, drawQrCode } from '@gatehouse/validation/qr-code'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

interface QrCodeProps {
  text: string
  label: string
  ecc?: ErrorCorrection
  /** Sets its size; by default it is as large as a page needs. */
  className?: string | undefined
}

/** A text as a QR code, rendered locally: only a camera reads it. Dark on light in every theme. */
export function QrCode({ text, label, ecc = 'M', className = styles.framed }: QrCodeProps) {
  const { side, path } = useMemo(() => drawQrCode(text, ecc), [text, ecc])
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes(styles.code, className)}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
