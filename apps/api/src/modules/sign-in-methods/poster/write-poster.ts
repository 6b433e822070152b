import type { PosterFormat } from '@gatehouse/validation/endpoints/sign-in-methods'
import PdfDocument from 'pdfkit'
import sharp from 'sharp'
import type { Drawing, Shape } from './drawing.ts'

/** What most printers can print. */
const PNG_DPI = 300

export async function writePoster(drawing: Drawing, format: PosterFormat): Promise<Uint8Array> {
  if (format === 'pdf') return writePdf(drawing)
  return format === 'svg' ? Buffer.from(writeSvg(drawing, 'pt')) : writePng(drawing)
}

/** @param unit of the size: points for paper, pixels for a renderer that has a density of its own */
export function writeSvg({ title, width, height, shapes }: Drawing, unit: 'pt' | 'px'): string {
  const clips = shapes.flatMap(({ clip }, at) =>
    clip === undefined ? [] : [`<clipPath id="clip-${at}"><path d="${clip}"/></clipPath>`],
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}${unit}" height="${short(height)}${unit}" viewBox="0 0 ${short(width)} ${short(height)}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    clips.length > 0 ? `<defs>${clips.join('')}</defs>` : '',
    ...shapes.map(svgShape),
    '</svg>',
  ].join('')
}

function svgShape({ path, fill, stroke, opacity, at, clip }: Shape, index: number): string {
  const attributes = [
    `d="${path}"`,
    `fill="${fill ?? 'none'}"`,
    stroke
      ? `stroke="${stroke.colour}" stroke-width="${short(stroke.width)}" stroke-linecap="round" stroke-linejoin="round"`
      : '',
    opacity === undefined ? '' : `opacity="${opacity}"`,
    at ? `transform="translate(${short(at.x)} ${short(at.y)}) scale(${short(at.scale)})"` : '',
  ]
  const drawn = `<path ${attributes.filter((attribute) => attribute !== '').join(' ')}/>`
  return clip === undefined ? drawn : `<g clip-path="url(#clip-${index})">${drawn}</g>`
}

/** A pixel of the SVG is one at 72 dpi, which is a point. */
async function writePng(drawing: Drawing): Promise<Uint8Array> {
  return sharp(Buffer.from(writeSvg(drawing, 'px')), { density: PNG_DPI })
    .png({ compressionLevel: 6 })
    .withMetadata({ density: PNG_DPI })
    .toBuffer()
}

async function writePdf({ title, width, height, shapes }: Drawing): Promise<Uint8Array> {
  const document = new PdfDocument({
    size: [width, height],
    margin: 0,
    // Without a text there is no font to load.
    font: '',
    // The same poster is the same file, whenever it is made.
    info: { Title: title, Creator: 'Gatehouse', CreationDate: new Date(0) },
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (const { path, fill, stroke, opacity = 1, at, clip } of shapes) {
    document.save()
    if (clip !== undefined) document.path(clip).clip()
    if (at) document.translate(at.x, at.y).scale(at.scale)
    document.opacity(opacity).path(path)
    if (stroke) document.lineWidth(stroke.width).lineCap('round').lineJoin('round')
    if (fill !== undefined && stroke) document.fillAndStroke(fill, stroke.colour)
    else if (fill !== undefined) document.fill(fill)
    else if (stroke) document.stroke(stroke.colour)
    document.restore()
  }
  document.end()
  return done
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
