/** A page of shapes, in points (1/72 inch) from its upper left corner. Text is among the shapes as outlines. */
export interface Drawing {
  title: string
  width: number
  height: number
  shapes: Shape[]
}

export interface Shape {
  path: string
  fill?: string
  stroke?: { colour: string; width: number }
  opacity?: number
  /** Where the path's own origin is on the page, and how large its units are. */
  at?: { x: number; y: number; scale: number }
  /** Only what is inside this path is drawn. */
  clip?: string
}

export function roundedRect(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2)
  return (
    `M${x + r} ${y}H${x + width - r}A${r} ${r} 0 0 1 ${x + width} ${y + r}V${y + height - r}` +
    `A${r} ${r} 0 0 1 ${x + width - r} ${y + height}H${x + r}A${r} ${r} 0 0 1 ${x} ${y + height - r}` +
    `V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`
  )
}
