import { sharedSetting } from './shared-setting.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const density = sharedSetting('density', densities, 'comfortable')

/** The row height of all lists: 44 px, or 36 px if compact. */
export const useDensity = density.use
export const setDensity = density.set
