import { encode } from 'uqr'

/** The light modules around a code, without which no camera finds it (ISO/IEC 18004). */
const QUIET = 4

/** How much of a code may be dirty or torn: `Q` for one that hangs on a wall. */
export type ErrorCorrection = 'M' | 'Q'

/**
 * Draws a text as a QR code: the path of its dark modules, one unit each.
 * @returns also the side of the square, with the light modules around the code
 */
export function drawQrCode(text: string, ecc: ErrorCorrection): { side: number; path: string } {
  const { data, size } = encode(text, { ecc, border: QUIET })
  return { side: size, path: data.map(drawRow).join('') }
}

/** Adjacent modules in a row are one bar, so that no printer leaves a hairline between them. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    const width = x - start + 1
    path += `M${start} ${y}h${width}v1h-${width}z`
  }
  return path
}
