import { describe, expect, test } from 'vitest'
import { dragged, squareOf } from './crop.ts'

const wide = { width: 400, height: 200 }
const middle = { zoom: 1, x: 0.5, y: 0.5 }

describe('the square of a crop', () => {
  test.each([
    [middle, { left: 100, top: 0, side: 200 }],
    [
      { zoom: 1, x: 0, y: 0 },
      { left: 0, top: 0, side: 200 },
    ],
    [
      { zoom: 2, x: 1, y: 1 },
      { left: 300, top: 100, side: 100 },
    ],
    [
      { zoom: 0.1, x: 7, y: -7 },
      { left: 200, top: 0, side: 200 },
    ],
  ])('%j is %j', (crop, square) => {
    expect(squareOf(wide, crop)).toEqual(square)
  })
})

describe('a drag', () => {
  test('moves the picture with the pointer, and no further than its edge', () => {
    expect(dragged(wide, middle, 100, { x: 50, y: 0 })).toEqual({ zoom: 1, x: 0, y: 0.5 })
    expect(dragged(wide, middle, 100, { x: -25, y: 80 })).toEqual({ zoom: 1, x: 0.75, y: 0.5 })
    expect(dragged(wide, { ...middle, zoom: 2 }, 100, { x: 0, y: 900 }).y).toBe(0)
  })
})
