import { statuses, type Meaning } from './look.ts'

type Pair = readonly [drawn: Meaning, ground: Meaning]

const grounds = ['surface', 'surface-raised', 'surface-sunken'] as const
const onEvery = (drawn: Meaning): Pair[] => grounds.map((ground) => [drawn, ground])

/** Words and what they are written on: at least 4.5:1. */
export const textPairs: readonly Pair[] = [
  ...onEvery('text'),
  ...onEvery('text-quiet'),
  ...onEvery('accent-text'),
  ['text', 'accent-soft'],
  ['text-quiet', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ...statuses.flatMap((status): Pair[] => [
    [`on-${status}`, status],
    [`${status}-text`, 'surface'],
    [`${status}-text`, 'surface-raised'],
    [`${status}-text`, `${status}-soft`],
    ['text', `${status}-soft`],
  ]),
]

/** Edges, marks and focus rings and what they stand on: at least 3:1. */
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
  ['chart-3', 'surface-raised'],
]
