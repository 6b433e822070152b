import { statuses, type ColourToken } from './look.ts'

type Pair = readonly [foreground: ColourToken, background: ColourToken]

const backgrounds = ['surface', 'surface-raised', 'surface-sunken'] as const
const onEvery = (foreground: ColourToken): Pair[] => backgrounds.map((background) => [foreground, background])

/** Text and its background: at least 4.5:1. */
export const textPairs: readonly Pair[] = [
  ...onEvery('text'),
  ...onEvery('text-quiet'),
  ...onEvery('accent-text'),
  ['text', 'accent-soft'],
  ['text-quiet', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-departed', 'departed'],
  ...statuses.flatMap((status): Pair[] => [
    [`on-${status}`, status],
    [`${status}-text`, 'surface'],
    [`${status}-text`, 'surface-raised'],
    [`${status}-text`, `${status}-soft`],
    ['text', `${status}-soft`],
  ]),
]

/** Borders, icons, focus rings and chart colours with their background: at least 3:1. */
export const controlPairs: readonly Pair[] = [
  ...onEvery('border'),
  ...onEvery('focus'),
  ...onEvery('accent-edge'),
  ['focus', 'accent-soft'],
  ['accent-edge', 'accent-soft'],
  ['good', 'surface'],
  ['good', 'surface-raised'],
  ['danger', 'surface'],
  ['danger', 'surface-raised'],
  ['info', 'surface'],
  ['info', 'surface-raised'],
  ['chart-1', 'surface-raised'],
  ['chart-2', 'surface-raised'],
]
