import type { Oklch } from './colour.ts'
import type { Look } from './look.ts'
import { statusDark, statusLight } from './status-palette.ts'

const mist = (lightness: number, chroma = 0.007): Oklch => [lightness, chroma, 270]
const midnight = (lightness: number, chroma = 0.035): Oklch => [lightness, chroma, 278]
const violet = (lightness: number, chroma: number): Oklch => [lightness, chroma, 292]

/** Cool light greys and dark blues with a violet accent. */
export const batbooth: Look = {
  name: 'batbooth',
  radius: 16,
  light: {
    surface: mist(0.974),
    'surface-raised': mist(0.997, 0.001),
    'surface-sunken': mist(0.945, 0.011),
    text: midnight(0.245, 0.05),
    'text-quiet': midnight(0.475),
    hairline: mist(0.89, 0.014),
    border: midnight(0.605, 0.03),
    accent: violet(0.5, 0.205),
    'accent-hover': violet(0.435, 0.19),
    'accent-edge': violet(0.5, 0.205),
    'accent-soft': violet(0.95, 0.026),
    'accent-text': violet(0.48, 0.2),
    'on-accent': mist(0.995, 0.002),
    focus: violet(0.56, 0.205),
    'chart-1': violet(0.55, 0.19),
    'chart-2': [0.64, 0.1, 215],
    ...statusLight,
  },
  dark: {
    surface: midnight(0.185, 0.034),
    'surface-raised': midnight(0.23, 0.038),
    'surface-sunken': midnight(0.155, 0.03),
    text: mist(0.955, 0.008),
    'text-quiet': mist(0.765, 0.026),
    hairline: midnight(0.325, 0.04),
    border: midnight(0.58, 0.045),
    accent: violet(0.755, 0.13),
    'accent-hover': violet(0.82, 0.088),
    'accent-edge': violet(0.755, 0.13),
    'accent-soft': violet(0.3, 0.06),
    'accent-text': violet(0.81, 0.096),
    'on-accent': midnight(0.17, 0.045),
    focus: violet(0.77, 0.125),
    'chart-1': violet(0.71, 0.15),
    'chart-2': [0.79, 0.09, 210],
    ...statusDark,
  },
}
