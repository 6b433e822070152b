/** A colour in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

type Channels = readonly [red: number, green: number, blue: number]

function toLinearSrgb([lightness, chroma, hue]: Oklch): Channels {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function encode(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear))
  const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}

function decode(byte: number): number {
  const encoded = byte / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}

function toBytes(colour: Oklch): Channels {
  const [red, green, blue] = toLinearSrgb(colour)
  return [encode(red), encode(green), encode(blue)]
}

/** Whether the colour is inside sRGB, so that no channel is clipped. */
export function isInSrgb(colour: Oklch): boolean {
  return toLinearSrgb(colour).every((channel) => channel >= -0.002 && channel <= 1.002)
}

/** The colour as `#rrggbb`. Channels outside sRGB are clipped. */
export function toHex(colour: Oklch): string {
  return `#${toBytes(colour)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = toBytes(colour)
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue)
}

/** The WCAG 2 contrast ratio (1–21) of two colours, in 8-bit sRGB as rendered. */
export function contrast(one: Oklch, other: Oklch): number {
  const lighter = Math.max(luminance(one), luminance(other))
  const darker = Math.min(luminance(one), luminance(other))
  return (lighter + 0.05) / (darker + 0.05)
}
