import type { Oklch } from './colour.ts'
import type { Look } from './look.ts'
import { statusDark, statusLight } from './status-palette.ts'

const paper = (lightness: number, chroma = 0.007): Oklch => [lightness, chroma, 82]
const ink = (lightness: number, chroma = 0.026): Oklch => [lightness, chroma, 255]
const teal = (lightness: number, chroma: number): Oklch => [lightness, chroma, 196]

/** Warm paper tones and blue-black text with a deep teal accent. */
export const presence: Look = {
  name: 'presence',
  radius: 10,
  light: {
    surface: paper(0.98),
    'surface-raised': paper(0.997, 0.002),
    'surface-sunken': paper(0.955, 0.009),
    text: ink(0.25, 0.032),
    'text-quiet': ink(0.475),
    hairline: paper(0.895, 0.011),
    border: ink(0.61, 0.02),
    accent: teal(0.43, 0.073),
    'accent-hover': teal(0.37, 0.063),
    'accent-edge': teal(0.43, 0.073),
    'accent-soft': teal(0.952, 0.017),
    'accent-text': teal(0.42, 0.071),
    'on-accent': paper(0.992, 0.004),
    focus: teal(0.5, 0.085),
    'chart-1': teal(0.5, 0.085),
    'chart-2': [0.66, 0.13, 52],
    ...statusLight,
  },
  dark: {
    surface: ink(0.19, 0.02),
    'surface-raised': ink(0.232, 0.022),
    'surface-sunken': ink(0.16, 0.018),
    text: paper(0.945),
    'text-quiet': ink(0.755, 0.018),
    hairline: ink(0.32, 0.022),
    border: ink(0.575, 0.022),
    accent: teal(0.79, 0.1),
    'accent-hover': teal(0.85, 0.098),
    'accent-edge': teal(0.79, 0.1),
    'accent-soft': teal(0.295, 0.036),
    'accent-text': teal(0.82, 0.098),
    'on-accent': teal(0.19, 0.03),
    focus: teal(0.8, 0.1),
    'chart-1': teal(0.72, 0.1),
    'chart-2': [0.77, 0.12, 58],
    ...statusDark,
  },
}
