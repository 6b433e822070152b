import { inflateSync } from 'node:zlib'
import { looks, posterFormats, posterSizes } from '@gatehouse/validation/vocabulary'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { inWorld } from '../../../../test/in-world.ts'
import { isFull } from '../../../../test/runs.ts'
import { makeMethod, makeSite } from '../../../../test/factories.ts'
import { emailColours } from '../../../mail/email-colours.ts'
import { drawPoster, type PosterFacts } from './draw-poster.ts'
import { loadFonts } from './fonts.ts'
import { makePoster } from './make-poster.ts'
import { fitLines, layOut, outline } from './outline.ts'
import { writePoster, writeSvg } from './write-poster.ts'

const facts: PosterFacts = {
  siteName: 'Museo Nacional de Antropología y Ciencias Naturales de Ñuñoa',
  methodName: '北京 – Entrada principal',
  url: 'https://visitors.harbour-venues.example.com.au/H7KZ',
  look: 'presence',
  colours: null,
  language: 'es',
}

await loadFonts([facts.siteName, facts.methodName])

/** A photo of the poster: tilted, blurred by a JPEG of low quality, and not large. */
async function readPhoto(picture: Buffer | Uint8Array): Promise<string | undefined> {
  const jpeg = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .rotate(5, { background: '#d8d4cc' })
    .resize({ width: 900 })
    .jpeg({ quality: 60 })
    .toBuffer()
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test.each(posterSizes)(
  'a poster on %s whose address no phone reaches says so in place of the address',
  (size) => {
    const text = outline('Test only: no phone can open this code', 700, 12).path
    const drawn = (url: string) => {
      const { shapes } = drawPoster({ ...facts, language: 'en', url }, size)
      return shapes.map((shape) => ('path' in shape ? shape.path : ''))
    }
    const words = text.replace(/[-\d.]+/g, '')
    const says = (url: string) => drawn(url).some((path) => path.replace(/[-\d.]+/g, '') === words)
    expect(says('http://localhost:8080/H7KZ')).toBe(true)
    expect(says('http://192.168.1.20:8080/H7KZ')).toBe(false)
  },
)

/** One look and one size; verification has all of them. */
const each = looks.flatMap((look, row) =>
  posterSizes.flatMap((size, column) => (isFull || row + column === 0 ? [[look, size] as const] : [])),
)

describe.each(each)('the poster in the look %s on %s', (look, size) => {
  const drawing = drawPoster({ ...facts, look }, size)

  it.each(posterFormats)('is read back from a tilted photo of its %s', async (format) => {
    const file = await writePoster(drawing, format)
    const picture = format === 'pdf' ? Buffer.from(svgOfPdf(file, drawing)) : file
    expect(await readPhoto(picture)).toBe(facts.url)
  })

  it('needs no font, and shows nothing beyond its page', async () => {
    const svg = writeSvg(drawing, 'pt')
    expect(svg).not.toMatch(/<text|font|href|style/)
    const pdf = Buffer.from(await writePoster(drawing, 'pdf')).toString('latin1')
    expect(pdf).not.toMatch(/\/FontFile|\/BaseFont/)
    const { data, info } = await sharp(Buffer.from(writeSvg(drawing, 'px')))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const isWhite = (x: number, y: number) => {
      const at = (Math.round(y) * info.width + Math.round(x)) * info.channels
      return data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255
    }
    // Most printers leave out the edge of the paper: 5 mm.
    const edge = 14
    for (let x = 0; x < info.width; x += 1)
      for (const y of Array(edge).keys()) {
        expect(isWhite(x, y)).toBe(true)
        expect(isWhite(x, info.height - 1 - y)).toBe(true)
      }
    for (let y = 0; y < info.height; y += 1)
      for (const x of Array(edge).keys()) {
        expect(isWhite(x, y)).toBe(true)
        expect(isWhite(info.width - 1 - x, y)).toBe(true)
      }
  })

  it.each([facts.url, 'https://gate.example/H7KZ'])(
    'keeps four light modules around the code of %s',
    async (url) => {
      const { shapes, width } = drawPoster({ ...facts, look, url }, size)
      const code = shapes.find(({ fill }) => fill === '#000000')?.at ?? { x: 0, y: 0, scale: 0 }
      const modules =
        Math.max(
          ...[...(shapes.find(({ fill }) => fill === '#000000')?.path ?? '').matchAll(/M\d+ (\d+)/g)].map(
            ([, y]) => Number(y),
          ),
        ) + 1
      const svg = writeSvg(drawPoster({ ...facts, look, url }, size), 'px')
      const { data, info } = await sharp(Buffer.from(svg), { density: 144 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const factor = info.width / width
      const side = modules * code.scale
      const quiet = 4 * code.scale - 0.5
      const dark: string[] = []
      for (let y = code.y - quiet; y < code.y + side + quiet; y += 1)
        for (let x = code.x - quiet; x < code.x + side + quiet; x += 1) {
          const isInside = x > code.x - 1 && x < code.x + side + 1 && y > code.y - 1 && y < code.y + side + 1
          const at = (Math.round(y * factor) * info.width + Math.round(x * factor)) * info.channels
          if (!isInside && data[at] !== 255) dark.push(`${Math.round(x)} ${Math.round(y)}`)
        }
      expect(dark).toEqual([])
    },
  )
})

describe('a name that is long', () => {
  const fit = (sizes: number[], maxLines: number) => ({
    weight: 700 as const,
    sizes,
    width: 123,
    maxLines: () => maxLines,
  })

  it.each([
    'Zentrum für Wissenschaftskommunikation und Öffentlichkeitsarbeit der Landeshauptstadt Schwerin',
    'The Right Honourable Margaret Featherstonehaugh Memorial Library, Reading Rooms and Conservatory',
  ])('keeps its words whole: %s', (name) => {
    const { lines } = fitLines(name, fit([18, 12, 8], 8))
    expect(lines.join(' ')).toBe(name)
  })

  it('is cut between words, with dots, where even the smallest size has no room', () => {
    const name = 'A place with so many words in its name that nobody would ever read them all on a card'
    const { lines, size } = fitLines(name, fit([18, 12], 2))
    expect(size).toBe(12)
    expect(lines).toHaveLength(2)
    const kept = lines.join(' ')
    expect(kept).toMatch(/^A place .+ …$/)
    expect(name).toContain(`${kept.slice(0, -2)} `)
  })

  it('breaks only a word that is longer than a line', () => {
    const { lines } = fitLines(`Haus ${'x'.repeat(40)} am See`, fit([12], 9))
    expect(lines[0]).toBe('Haus')
    expect(lines.at(-1)).toMatch(/am See$/)
    expect(lines.join('')).toContain('x'.repeat(20))
    expect(fitLines('x'.repeat(40), fit([12], 1)).lines).toEqual([expect.stringMatching(/^x{9,20}…$/)])
  })
})

it('the code of an A4 poster is at least 15 cm wide', () => {
  const { shapes } = drawPoster(facts, 'a4')
  const code = shapes.find(({ fill }) => fill === '#000000')
  const rows = [...(code?.path ?? '').matchAll(/M\d+ (\d+)/g)].map(([, y]) => Number(y))
  const millimetres = ((Math.max(...rows) + 1) * (code?.at?.scale ?? 0) * 25.4) / 72
  expect(millimetres).toBeGreaterThanOrEqual(150)
})

it.each(posterSizes)('says on %s in two languages how it works, no line over another', (size) => {
  for (const language of ['es', 'en'] as const) {
    const { shapes } = drawPoster({ ...facts, language }, size)
    const lines = shapes.flatMap(({ fill, at }) => (fill === '#101418' && at ? [at] : []))
    // Twice a title and three steps, and the address.
    expect(lines.length).toBeGreaterThanOrEqual(9)
    for (const [at, { x, y }] of lines.entries())
      for (const other of lines.slice(at + 1))
        expect(Math.abs(other.y - y) > 9 || Math.abs(other.x - x) > 100, `${x} ${y}`).toBe(true)
  }
})

const scripts = {
  Greek: 'Μουσείο Ακρόπολης',
  Cyrillic: 'Музей изобразительных искусств',
  Arabic: 'متحف الفن الإسلامي، القاعة ١٢',
  Hebrew: 'מוזיאון ישראל בירושלים',
  Thai: 'พิพิธภัณฑสถานแห่งชาติ พระนคร',
  Devanagari: 'राष्ट्रीय संग्रहालय नई दिल्ली',
  'Chinese, simplified': '上海科学技术博物馆东门入口',
  'Chinese, traditional': '國立臺灣博物館',
  Japanese: '東京国立博物館へようこそ「本館」',
  Korean: '국립중앙박물관 정문',
}

describe.each(Object.entries(scripts))('a name in %s', (_, name) => {
  const glyphsOf = (weight: 500 | 700) => layOut(name, weight).runs.flatMap(({ glyphs }) => glyphs)
  it('is drawn by fonts that have all its letters, in both weights', async () => {
    await loadFonts([name])
    for (const weight of [500, 700] as const) {
      const glyphs = glyphsOf(weight)
      // The first glyph of each font is the box for what it lacks.
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
      const written = new Set(glyphs.flatMap(({ codePoints }) => codePoints))
      for (const letter of name.normalize('NFC'))
        expect([...written], letter).toContain(letter.codePointAt(0))
    }
    expect(outline(name, 500, 20).path).not.toBe(outline(name, 700, 20).path)
  })
  it.each(isFull ? posterFormats : (['png'] as const))(
    'is on a poster whose %s is read back',
    async (format) => {
      await loadFonts([name])
      const drawing = drawPoster({ ...facts, siteName: name, methodName: name }, 'card')
      const file = await writePoster(drawing, format)
      const picture = format === 'pdf' ? Buffer.from(svgOfPdf(file, drawing)) : file
      expect(await readPhoto(picture)).toBe(facts.url)
    },
  )
  it('is drawn by the thread as it is here', async () => {
    await loadFonts([name])
    const named = { ...facts, siteName: name, methodName: name }
    const file = await makePoster(
      { facts: named, size: 'a5', format: 'svg' },
      { group: 'client', member: name },
    )
    expect(Buffer.from(file).toString()).toBe(writeSvg(drawPoster(named, 'a5'), 'pt'))
  })
})

describe('a name that is read from the right', () => {
  const shown = (name: string) =>
    String.fromCodePoint(
      ...layOut(name, 700).runs.flatMap(({ glyphs }) => glyphs.flatMap((glyph) => glyph.codePoints)),
    )
  it('begins at the right; numbers, Latin words and brackets are as they are read', async () => {
    await loadFonts(['שער (א) ב'])
    expect(shown('שער')).toBe('רעש')
    expect(shown('שער 12')).toBe('12 רעש')
    expect(shown('שער Gate 5')).toBe('Gate 5 רעש')
    expect(shown('Gate 5 שער')).toBe('Gate 5 רעש')
    expect(shown('שער (א)')).toBe('(א) רעש')
  })
  it('stands at the right edge of its field', async () => {
    await loadFonts(['שער'])
    const left = (siteName: string) =>
      drawPoster({ ...facts, siteName, methodName: 'A' }, 'a4').shapes.find(
        ({ fill, at }) => fill === emailColours.presence.onAccent && at?.scale === 1,
      )?.at?.x ?? 0
    expect(left('שער')).toBeGreaterThan(left('Gate') + 300)
  })
  it('keeps its direction in a line that begins with a Latin word', async () => {
    await loadFonts(['שער'])
    const name = 'שער Gate ב'
    const codes = layOut('Gate ב', 700, name).runs.flatMap(({ glyphs }) =>
      glyphs.flatMap((glyph) => glyph.codePoints),
    )
    expect(String.fromCodePoint(...codes)).toBe('ב Gate')
  })
})

it('a line of Chinese or Thai ends between words', async () => {
  const fit = { weight: 700 as const, sizes: [18], width: 110, maxLines: () => 4 }
  await loadFonts(Object.values(scripts))
  expect(fitLines(scripts['Chinese, simplified'], fit).lines).toEqual(['上海科学技术', '博物馆东门', '入口'])
  for (const name of [scripts.Thai, scripts.Japanese]) {
    const { lines } = fitLines(name, fit)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''))
  }
})

it('letters that no typeface has are written in Latin ones', () => {
  expect(outline('Երևան', 700, 10).path).toBe(outline('Erevan', 700, 10).path)
  expect(outline('Ñ Đ Ж Ω', 700, 10).width).toBeGreaterThan(20)
})

it('leaves pictures out of a name, and keeps a name of nothing else', () => {
  const fit = { weight: 700 as const, sizes: [20], width: 400, maxLines: () => 1 }
  expect(fitLines('🎪 Circus 👩🏽‍🚒 ❤️ Hall', fit).lines).toEqual(['Circus Hall'])
  expect(fitLines('Circus© 1', fit).lines).toEqual(['Circus© 1'])
  expect(fitLines('🎪', fit).lines).toEqual(['🎪'])
})

const here = inWorld()

describe('GET /sign-in-methods/{id}/poster', () => {
  it('answers the file in the look of the method, or another one, under a name of its own', async () => {
    const { clientId } = here.world.a
    const { db } = here.test.database
    const site = await makeSite(db, clientId, { name: 'Pier & <Quay>' })
    const colours = { accent: '#7a1f3d', on_accent: '#ffffff' }
    const method = await makeMethod(db, clientId, site.id, { look: 'pulse', colours })
    const ask = (query: string) =>
      here.get(`/sign-in-methods/${method.id}/poster?${query}`, here.world.tokens['admin A'])
    const own = await ask('format=svg&size=card')
    expect(own.headers['content-type']).toBe('image/svg+xml')
    expect(own.headers['content-disposition']).toBe(`attachment; filename="poster-${method.key}-card.svg"`)
    expect(own.headers['x-content-type-options']).toBe('nosniff')
    expect(own.body).toContain('Pier &amp; &lt;Quay&gt;')
    expect(own.body).toContain(colours.accent)
    expect((await ask('format=svg&look=batbooth')).body).not.toContain(colours.accent)
    expect(await readPhoto((await ask('format=png')).rawPayload)).toBe(
      `https://gatehouse.example/${method.key}`,
    )
    const pdf = await ask('')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    for (const query of ['format=gif', 'size=a0', 'look=neon', 'dpi=9999'])
      expect((await ask(query)).statusCode, query).toBe(400)
  })

  it('is refused for a retired method: it has no address', async () => {
    const { clientId, siteId } = here.world.a
    const method = await makeMethod(here.test.database.db, clientId, siteId)
    const admin = here.world.tokens['admin A']
    const retired = await here.test.app.inject({
      method: 'POST',
      url: '/api/sign-in-methods/bulk',
      headers: { authorization: `Bearer ${admin}` },
      payload: { action: 'retire', ids: [method.id] },
    })
    expect(retired.json()).toMatchObject({ done: 1 })
    const response = await here.get(`/sign-in-methods/${method.id}/poster`, admin)
    expect([response.statusCode, response.json().code]).toEqual([422, 'method_retired'])
  })
})

/** What a PDF draws, as an SVG: the operators of paths, colours and transformations (ISO 32000-1, 8.5). */
function svgOfPdf(file: Uint8Array, { width, height }: { width: number; height: number }): string {
  const bytes = Buffer.from(file)
  const start = bytes.indexOf('stream\n', bytes.indexOf('/FlateDecode')) + 'stream\n'.length
  const content = inflateSync(bytes.subarray(start)).toString('latin1')
  const shapes: string[] = []
  let path = ''
  let matrix: string[] = []
  const saved: string[][] = []
  let fill = '#000'
  let operands: string[] = []
  const draw = (attributes: string) => {
    const nested = matrix.map((values) => `<g transform="matrix(${values})">`).join('')
    shapes.push(`${nested}<path d="${path}" ${attributes}/>${'</g>'.repeat(matrix.length)}`)
    path = ''
  }
  for (const token of content.split(/\s+/)) {
    if (/^[-+.\d]+$|^\//.test(token)) {
      operands.push(token)
      continue
    }
    if (token === 'q') saved.push(matrix)
    else if (token === 'Q') matrix = saved.pop() ?? []
    else if (token === 'cm') matrix = [...matrix, operands.join(' ')]
    else if (['m', 'l', 'c'].includes(token)) path += `${token.toUpperCase()}${operands.join(' ')}`
    else if (token === 'h') path += 'Z'
    else if (token === 'rg' || token === 'scn')
      fill = `rgb(${operands
        .slice(0, 3)
        .map((part) => Math.round(Number(part) * 255))
        .join(' ')})`
    else if (token === 'f') draw(`fill="${fill}"`)
    else if (token === 'S' || token === 'n') path = ''
    operands = []
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`
}

describe('the thread that makes posters', () => {
  const owner = { group: 'client', member: 'person' }
  const order = { facts, size: 'a4', format: 'svg' } as const

  it('makes the same file, and holds up nothing else meanwhile', async () => {
    const made = makePoster(order, owner)
    const first = await Promise.race([made, new Promise((resolve) => setImmediate(() => resolve('others')))])
    expect(first).toBe('others')
    expect(Buffer.from(await made).toString()).toBe(writeSvg(drawPoster(facts, 'a4'), 'pt'))
  })

  it('fails with the one order that it cannot draw, and makes the next one', async () => {
    const tooLong = { ...facts, url: `https://visitors.example/${'x'.repeat(5000)}` }
    const [failed, next] = await Promise.allSettled([
      makePoster({ ...order, facts: tooLong }, owner),
      makePoster(order, owner),
    ])
    expect(failed.status).toBe('rejected')
    expect(next.status).toBe('fulfilled')
  })

  it('refuses a person who has too many waiting, and serves another one', async () => {
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 12 }, () => makePoster(order, owner)),
      makePoster(order, { ...owner, member: 'another' }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(11).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ])
  })
})
