import { sharedSetting } from './shared-setting.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const density = sharedSetting('density', densities, 'comfortable')

/** How high the rows of every list are: 44 px, or compact ones of 36 px. */
export const useDensity = density.use
export const setDensity = density.set
