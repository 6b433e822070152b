import type { Oklch } from './colour.ts'
import type { Look } from './look.ts'
import { statusDark, statusLight } from './status-palette.ts'

const steel = (lightness: number, chroma = 0.006): Oklch => [lightness, chroma, 250]
const graphite = (lightness: number, chroma = 0.01): Oklch => [lightness, chroma, 262]
const amber = (lightness: number, chroma: number): Oklch => [lightness, chroma, 84]

/** Graphite and cool greys with an amber accent. */
export const pulse: Look = {
  name: 'pulse',
  radius: 4,
  light: {
    surface: steel(0.968),
    'surface-raised': steel(0.997, 0.001),
    'surface-sunken': steel(0.935, 0.007),
    text: graphite(0.235),
    'text-quiet': graphite(0.455, 0.014),
    hairline: steel(0.87, 0.008),
    border: graphite(0.575, 0.014),
    accent: amber(0.835, 0.168),
    'accent-hover': amber(0.79, 0.16),
    // Amber has low contrast on light backgrounds, so amber areas have a graphite border.
    'accent-edge': graphite(0.3),
    'accent-soft': amber(0.953, 0.042),
    'accent-text': [0.445, 0.088, 72],
    'on-accent': graphite(0.205),
    focus: [0.56, 0.115, 72],
    'chart-1': [0.64, 0.132, 76],
    'chart-2': graphite(0.38, 0.014),
    ...statusLight,
    caution: [0.755, 0.16, 55],
    'caution-soft': [0.952, 0.026, 60],
    'caution-text': [0.48, 0.118, 48],
  },
  dark: {
    surface: graphite(0.2, 0.008),
    'surface-raised': graphite(0.245, 0.009),
    'surface-sunken': graphite(0.168, 0.007),
    text: steel(0.95, 0.003),
    'text-quiet': steel(0.765, 0.008),
    hairline: graphite(0.34, 0.01),
    border: graphite(0.59, 0.012),
    accent: amber(0.835, 0.168),
    'accent-hover': amber(0.885, 0.115),
    'accent-edge': amber(0.835, 0.168),
    'accent-soft': amber(0.315, 0.045),
    'accent-text': amber(0.86, 0.15),
    'on-accent': graphite(0.205),
    focus: amber(0.835, 0.168),
    'chart-1': amber(0.8, 0.155),
    'chart-2': steel(0.86, 0.01),
    ...statusDark,
    caution: [0.755, 0.16, 55],
    'caution-soft': [0.3, 0.05, 50],
    'caution-text': [0.82, 0.115, 58],
  },
}
