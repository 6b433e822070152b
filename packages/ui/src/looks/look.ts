import type { Oklch } from './colour.ts'

export const lookNames = ['presence', 'pulse', 'batbooth'] as const
export type LookName = (typeof lookNames)[number]

export const statuses = ['good', 'caution', 'danger', 'info'] as const
export type Status = (typeof statuses)[number]

/** A colour by its purpose. Each token is a CSS custom property of the same name. */
export type ColourToken =
  | 'surface'
  | 'surface-raised'
  | 'surface-sunken'
  | 'text'
  | 'text-quiet'
  | 'hairline'
  | 'border'
  | 'accent'
  | 'accent-hover'
  | 'accent-edge'
  | 'accent-soft'
  | 'accent-text'
  | 'on-accent'
  | 'focus'
  | 'chart-1'
  | 'chart-2'
  | 'departed'
  | 'on-departed'
  | Status
  | `on-${Status}`
  | `${Status}-soft`
  | `${Status}-text`

export type Colours = Readonly<Record<ColourToken, Oklch>>

/** Everything that differs between looks. `radius` is in pixels. */
export interface Look {
  readonly name: LookName
  readonly radius: number
  readonly light: Colours
  readonly dark: Colours
}
