/** The colours of a sign-in method: of its buttons, and of the text on them. */
export interface MethodColours {
  accent: string
  on_accent: string
}

type Channels = readonly [red: number, green: number, blue: number]

/** The backgrounds with the least contrast: the darkest light one and the lightest dark one. */
export const hardestSurfaces = { light: '#e6eaee', dark: '#1e2125' } as const

/** The contrast that WCAG 2.2 requires of text, and of buttons and lines. */
export const leastContrast = { text: 4.5, control: 3 } as const

const hexColour = /^#[\da-f]{6}$/i

export function isHexColour(text: string): boolean {
  return hexColour.test(text)
}

/** The WCAG 2 contrast ratio (1–21) of two colours in the form `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Why two colours cannot be used, by the field at fault. */
export function faultOfColours({
  accent,
  on_accent: onAccent,
}: MethodColours): keyof MethodColours | undefined {
  if (contrastOf(accent, hardestSurfaces.light) < leastContrast.control) return 'accent'
  if (contrastOf(onAccent, accent) < leastContrast.text) return 'on_accent'
  return undefined
}

/** A token of `packages/ui` that follows from the colours of a method. */
export type AccentToken =
  | 'accent'
  | 'accent-hover'
  | 'accent-edge'
  | 'accent-soft'
  | 'accent-text'
  | 'on-accent'
  | 'focus'

/**
 * The tokens of readable colours, as CSS values for light and dark pages. Text colours are moved
 * towards black or white until they are readable.
 */
export function accentTokens({ accent, on_accent: onAccent }: MethodColours): Record<AccentToken, string> {
  const { light, dark } = hardestSurfaces
  const { text, control } = leastContrast
  const soft = { light: mix(accent, '#ffffff', 0.9), dark: mix(accent, dark, 0.85) }
  const edge = {
    light: movedUntil(accent, '#000000', control, [light, soft.light]),
    dark: movedUntil(accent, '#ffffff', control, [dark, soft.dark]),
  }
  return {
    accent,
    'on-accent': onAccent,
    // Away from the colour of its text, so that the text stays readable.
    'accent-hover': mix(accent, luminance(onAccent) > luminance(accent) ? '#000000' : '#ffffff', 0.14),
    'accent-edge': lightDark(edge),
    focus: lightDark(edge),
    'accent-soft': lightDark(soft),
    'accent-text': lightDark({
      light: movedUntil(accent, '#000000', text, [light, soft.light]),
      dark: movedUntil(accent, '#ffffff', text, [dark, soft.dark]),
    }),
  }
}

/** The colour, made darker until text in it is readable on a light background. */
export const readableOn = (background: string, colour: string): string =>
  movedUntil(colour, '#000000', leastContrast.text, [background])

function lightDark({ light, dark }: { light: string; dark: string }): string {
  return `light-dark(${light}, ${dark})`
}

const STEPS = 50

/** The colour, mixed with as little of `target` as makes it readable on all the backgrounds. */
function movedUntil(colour: string, target: string, least: number, backgrounds: readonly string[]): string {
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(colour, target, step / STEPS)
    if (backgrounds.every((background) => contrastOf(moved, background) >= least)) return moved
  }
  return target
}

function mix(one: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(hex: string): Channels {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const encoded = channel / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}
