import { contrastOf, leastContrast, type MethodColours } from './colours.ts'

/** The path prefix of stored images that everyone may see. */
export const imagePrefix = '/_images/'

/** The heights of the stored forms of a logo, in pixels. None is wider than five times its height. */
export const logoHeights = [40, 80, 240] as const
export type LogoHeight = (typeof logoHeights)[number]

/** The stored file of a client's logo in one of its heights. */
export const logoFile = (logo: string, height: LogoHeight): string => `${logo}-${height}.png`

/** The address of a client's logo in one of its heights. */
export const logoUrl = (logo: string, height: LogoHeight): string => imagePrefix + logoFile(logo, height)

/** The address of a site's picture. */
export const pictureUrl = (picture: string): string => `${imagePrefix}${picture}.webp`

/** The colours that follow from a client's accent colour. Black or white is readable on any. */
export function coloursOfAccent(accent: string): MethodColours {
  return { accent, on_accent: contrastOf('#ffffff', accent) < leastContrast.text ? '#000000' : '#ffffff' }
}
