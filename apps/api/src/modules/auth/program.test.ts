import { describe, expect, it } from 'vitest'
import { labelOf, programOfLabel, readUserAgent } from './program.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'

describe('a program', () => {
  it.each([
    [`${windows} ${webKit} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} ${webKit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge on Windows'],
    [`${windows} ${webKit} Chrome/154.0.0.0 Safari/537.36 OPR/130.0.0.0`, 'Opera on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15`, 'Safari on macOS'],
    [`${iPhone} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${iPhone} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${iPhone} EdgiOS/156.0.0.0 Version/19.0 Mobile/15E148 Safari/604.1`, 'Edge on iPhone'],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${webKit} SamsungBrowser/30.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['curl/8.14.1', 'Other program'],
    ['', 'Other program'],
    [undefined, 'Other program'],
    [windows, 'Other program on Windows'],
  ])('%j is %s', (userAgent, label) => {
    const program = readUserAgent(userAgent)
    expect(labelOf(program)).toBe(label)
    expect(programOfLabel(label)).toEqual(program)
  })
  it.each(['Netscape on Linux', 'Firefox on Firefox', 'toString'])(
    'of another version keeps its label %j whole',
    (label) => {
      expect(programOfLabel(label)).toEqual({ browser: label, system: null })
    },
  )
  it('is not known where there is no label', () => {
    expect(programOfLabel('')).toEqual({ browser: null, system: null })
  })
})
