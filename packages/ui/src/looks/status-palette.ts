import type { Oklch } from './colour.ts'
import type { Status } from './look.ts'

type StatusToken = 'departed' | 'on-departed' | Status | `on-${Status}` | `${Status}-soft` | `${Status}-text`
type StatusColours = Readonly<Record<StatusToken, Oklch>>

const white: Oklch = [1, 0, 0]
const soot: Oklch = [0.22, 0.03, 60]

/** A visit that is over. The same in light and dark. */
const departed = { departed: [0.4, 0.06, 255], 'on-departed': white } satisfies Partial<StatusColours>

// Solid colours are the same in every look, because guards recognise outcomes by colour.
export const statusLight: StatusColours = {
  good: [0.5, 0.122, 152],
  'on-good': white,
  'good-soft': [0.957, 0.033, 155],
  'good-text': [0.44, 0.105, 152],
  caution: [0.81, 0.158, 72],
  'on-caution': soot,
  'caution-soft': [0.962, 0.04, 85],
  'caution-text': [0.475, 0.1, 62],
  danger: [0.525, 0.19, 27],
  'on-danger': white,
  'danger-soft': [0.955, 0.022, 22],
  'danger-text': [0.49, 0.18, 27],
  info: [0.48, 0.13, 252],
  'on-info': white,
  'info-soft': [0.955, 0.02, 250],
  'info-text': [0.46, 0.125, 252],
  ...departed,
}

export const statusDark: StatusColours = {
  good: [0.53, 0.125, 152],
  'on-good': white,
  'good-soft': [0.29, 0.045, 155],
  'good-text': [0.82, 0.14, 153],
  caution: [0.81, 0.158, 72],
  'on-caution': soot,
  'caution-soft': [0.3, 0.04, 75],
  'caution-text': [0.84, 0.13, 78],
  danger: [0.56, 0.19, 27],
  'on-danger': white,
  'danger-soft': [0.29, 0.06, 25],
  'danger-text': [0.77, 0.13, 24],
  info: [0.53, 0.135, 252],
  'on-info': white,
  'info-soft': [0.29, 0.05, 252],
  'info-text': [0.8, 0.095, 248],
  ...departed,
}
