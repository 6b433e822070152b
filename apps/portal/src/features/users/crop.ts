/** The part of a picture that is kept: its zoom, and the centre of the square, from 0 to 1. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** The square that a crop keeps, in pixels of the picture. It never extends beyond the picture. */
export function squareOf(
  { width, height }: Size,
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom)
  return { side, left: (width - side) * clamp(x), top: (height - side) * clamp(y) }
}

/** The crop after dragging the picture by this many pixels on a square of this size. */
export function dragged(size: Size, crop: Crop, shownSide: number, by: { x: number; y: number }): Crop {
  const { side } = squareOf(size, crop)
  const scale = side / shownSide
  const move = (from: number, moved: number, room: number) =>
    room <= 0 ? from : clamp(from - (moved * scale) / room)
  return { ...crop, x: move(crop.x, by.x, size.width - side), y: move(crop.y, by.y, size.height - side) }
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
