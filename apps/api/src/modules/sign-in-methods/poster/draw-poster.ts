import type { MethodColours } from '@gatehouse/validation/colours'
import type { PosterSize } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { isLoopbackUrl } from '@gatehouse/validation/loopback'
import { encode } from 'uqr'
import { emailColours } from '../../../mail/email-colours.ts'
import { type Drawing, roundedRect, type Shape } from './drawing.ts'
import { MARK_LINE, MARK_SIDE, markPaths } from './marks.ts'
import { fitText, outline } from './outline.ts'
import { type PosterWords, posterLanguages, posterWords } from './poster-words.ts'

export interface PosterFacts {
  siteName: string
  methodName: string
  /** What the code contains. */
  url: string
  look: LookName
  colours: MethodColours | null
  /** The language of the client. */
  language: Language
}

const MM = 72 / 25.4

const pages: Record<PosterSize, { width: number; height: number }> = {
  a4: { width: 210 * MM, height: 297 * MM },
  a5: { width: 148 * MM, height: 210 * MM },
  letter: { width: 8.5 * 72, height: 11 * 72 },
  card: { width: 148 * MM, height: 105 * MM },
}

/** Nearly black, as the text of all looks is: a laser printer prints it without dots. */
const INK = '#101418'
const QUIET_INK = '#4a525c'

interface Palette {
  accent: string
  onAccent: string
  hairline: string
  radius: number
}

/** Draws the poster of a method: its code, where it is, its address in words, and how it works. */
export function drawPoster(facts: PosterFacts, size: PosterSize): Drawing {
  const { accent, onAccent, hairline, radius } = emailColours[facts.look]
  const palette: Palette = {
    accent: facts.colours?.accent ?? accent,
    onAccent: facts.colours?.on_accent ?? onAccent,
    hairline,
    radius,
  }
  const page = pages[size]
  const shapes = size === 'card' ? drawCard(facts, palette, page) : drawPage(facts, palette, page)
  return {
    ...page,
    title: `${facts.siteName} – ${facts.methodName}`,
    shapes: [{ path: `M0 0H${page.width}V${page.height}H0Z`, fill: '#ffffff' }, ...shapes],
  }
}

/** The lengths of a page are those of A4, in points. Other pages shrink them. */
const a4 = pages.a4
/** Read from a metre and a half: a tenth of the distance. */
const CODE_SIDE = 150 * MM

function drawPage(facts: PosterFacts, palette: Palette, page: { width: number; height: number }): Shape[] {
  const scale = Math.min(page.width / a4.width, page.height / a4.height)
  const u = (length: number) => length * scale
  const margin = u(28)
  const width = page.width - 2 * margin
  const band = { x: margin, y: margin, width, height: u(120) }
  const words = posterLanguages(facts.language).map((language) => posterWords[language])
  const stepsTop = page.height - margin - u(74)
  const addressTop = stepsTop - u(48)
  const side = u(CODE_SIDE)
  // In the middle of the room that is left, which is its quiet zone too.
  const top = (band.y + band.height + addressTop - side) / 2
  return [
    ...drawBand(facts, palette, band, scale),
    drawCode(facts.url, (page.width - side) / 2, top, side),
    ...drawAddress(facts.url, words[0], { x: margin, y: addressTop, width, height: u(34), scale }),
    { path: `M${margin} ${stepsTop - u(10)}h${width}`, stroke: { colour: palette.hairline, width: u(1) } },
    ...drawSteps(words, palette, { x: margin, y: stepsTop, width, scale }),
  ]
}

function drawCard(facts: PosterFacts, palette: Palette, page: { width: number; height: number }): Shape[] {
  const margin = 20
  const side = 64 * MM
  const left = 20 + side + 32
  const width = page.width - left - margin
  const words = posterLanguages(facts.language).map((language) => posterWords[language])
  const band = { x: left, y: margin, width, height: 108 }
  const stepsTop = margin + band.height + 9
  const addressTop = page.height - margin - 26
  // Too narrow for columns: one language below the other.
  const stepsHeight = (addressTop - stepsTop) / words.length
  return [
    drawCode(facts.url, 32, 34, side),
    ...drawBand(facts, palette, { ...band, x: left + 12, width: width - 12 }, 0.64, ''),
    ...words.flatMap((one, at) =>
      drawSteps([one], palette, {
        x: left + 12,
        y: stepsTop + at * stepsHeight,
        width: width - 12,
        scale: 0.66,
      }),
    ),
    ...drawAddress(facts.url, words[0], {
      x: margin,
      y: addressTop,
      width: page.width - 2 * margin,
      height: 26,
      scale: 0.7,
    }),
  ]
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The one field of colour: the site, the method, and the mark of the look. */
function drawBand(
  { siteName, methodName, look }: PosterFacts,
  { accent, onAccent, radius }: Palette,
  box: Box,
  scale: number,
  brandName = 'Gatehouse',
): Shape[] {
  const u = (length: number) => length * scale
  const pad = u(24)
  const inner = box.width - 2 * pad
  const field = roundedRect(box.x, box.y, box.width, box.height, u(radius * 1.8))
  const brand = outline(brandName, 700, u(13))
  const markSize = u(22)
  const brandWidth = markSize + u(3) + brand.width
  const bottom = box.y + box.height - pad
  const room = box.height - 2 * pad - u(26)
  const leading = TALL.test(siteName) ? 1.35 : LEADING
  const site = fitText(siteName, {
    weight: 700,
    sizes: [46, 42, 38, 34, 30, 27, 24, 21, 18, 16, 14, 13, 12].map(u),
    width: inner,
    // The capitals of the first line may reach into the upper edge.
    maxLines: (size) => Math.max(1, Math.floor((room + size * 0.4) / (size * leading))),
  })
  const methodRoom = inner - brandWidth - u(16)
  const method = fitText(methodName, {
    weight: 500,
    sizes: [18, 16, 14, 12, 11, 10].map(u),
    width: methodRoom,
    maxLines: () => 1,
  })
  const lastSiteLine = bottom - u(27)
  const large = box.height * 1.6
  const brandLeft = box.x + box.width - pad - brandWidth
  return [
    { path: field, fill: accent },
    // The mark once more, large and faint, cut off by the field.
    ...drawMark(look, onAccent, box.x + box.width - large * 0.8, box.y - large * 0.12, large, {
      opacity: 0.12,
      clip: field,
    }),
    ...site.lines.map(({ path, width }, at) =>
      place(
        path,
        box.x + pad + (site.isFromRight ? inner - width : 0),
        lastSiteLine - (site.lines.length - 1 - at) * site.size * leading,
        onAccent,
      ),
    ),
    ...method.lines.map(({ path, width }) =>
      place(path, box.x + pad + (method.isFromRight ? methodRoom - width : 0), bottom, onAccent),
    ),
    ...drawMark(look, onAccent, brandLeft, bottom - markSize * 0.82, markSize),
    place(brand.path, brandLeft + markSize + u(3), bottom, onAccent),
  ]
}

const LEADING = 1.1
/** Scripts with signs above and below their letters. */
const TALL = /[\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}]/u

/** The short address, for whoever cannot scan. Where no phone reaches it, the sheet says that instead. */
function drawAddress(
  url: string,
  words: PosterWords | undefined,
  { x, y, width, height, scale }: Box & { scale: number },
): Shape[] {
  const u = (length: number) => length * scale
  const isLocal = isLoopbackUrl(url)
  const label = outline(isLocal ? '' : (words?.withoutCamera ?? ''), 500, u(15))
  const gap = u(9)
  const address = fitText(isLocal ? (words?.localOnly ?? '') : url.replace(/^https?:\/\//, ''), {
    weight: 700,
    sizes: [30, 27, 24, 21, 18, 15, 12, 10].map(u),
    width: width - label.width - gap,
    maxLines: () => 1,
  })
  const [line] = address.lines
  const left = x + (width - label.width - gap - (line?.width ?? 0)) / 2
  const baseline = y + height - u(8)
  return [
    place(label.path, left, baseline, QUIET_INK),
    ...(line ? [place(line.path, left + label.width + gap, baseline, INK)] : []),
  ]
}

interface StepsPlace {
  x: number
  y: number
  width: number
  scale: number
}

/** How it works, one column for each language. */
function drawSteps(
  all: readonly PosterWords[],
  { accent, onAccent }: Palette,
  { x, y, width, scale }: StepsPlace,
): Shape[] {
  const u = (length: number) => length * scale
  const gutter = u(28)
  const column = (width - gutter * (all.length - 1)) / all.length
  return all.flatMap(({ title, steps }, at): Shape[] => {
    const left = x + at * (column + gutter)
    const heading = fitText(title, {
      weight: 700,
      sizes: [17, 16, 14, 12].map(u),
      width: column,
      maxLines: () => 1,
    })
    let baseline = y + u(14)
    const shapes = heading.lines.map((line) => place(line.path, left, baseline, INK))
    baseline += u(22)
    for (const [number, step] of steps.entries()) {
      const text = fitText(step, {
        weight: 500,
        sizes: [12, 11, 10].map(u),
        width: column - u(24),
        maxLines: () => 2,
      })
      const figure = outline(String(number + 1), 700, u(9.5))
      const radius = u(7.5)
      shapes.push(
        { path: roundedRect(left, baseline - u(11.5), radius * 2, radius * 2, radius), fill: accent },
        place(figure.path, left + radius - figure.width / 2, baseline - u(11.5) + radius + u(3.4), onAccent),
      )
      for (const line of text.lines) {
        shapes.push(place(line.path, left + u(24), baseline, INK))
        baseline += text.size * 1.28
      }
      baseline += u(19) - text.size * 1.28
    }
    return shapes
  })
}

function drawMark(
  look: LookName,
  colour: string,
  x: number,
  y: number,
  size: number,
  more: Pick<Shape, 'opacity' | 'clip'> = {},
): Shape[] {
  const at = { x, y, scale: size / MARK_SIDE }
  const { lines, areas } = markPaths[look]
  return [
    { path: lines, stroke: { colour, width: MARK_LINE }, at, ...more },
    ...(areas === '' ? [] : [{ path: areas, fill: colour, at, ...more }]),
  ]
}

/** The code without its quiet zone. A quarter of it may be dirty or torn. */
function drawCode(url: string, x: number, y: number, side: number): Shape {
  const { data, size } = encode(url, { ecc: 'Q', border: 0 })
  return {
    path: data.map((row, at) => rowPath(row, at)).join(''),
    fill: '#000000',
    at: { x, y, scale: side / size },
  }
}

/** Neighbours in a row are one bar, so that no printer leaves a hairline between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
  }
  return path
}

function place(path: string, x: number, y: number, fill: string): Shape {
  return { path, fill, at: { x, y, scale: 1 } }
}
