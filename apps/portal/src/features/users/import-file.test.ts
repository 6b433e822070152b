import { limits } from '@gatehouse/validation/limits'
import { guessMapping } from '@gatehouse/validation/people-file'
import { describe, expect, test } from 'vitest'
import {
  type ImportFile,
  missingColumns,
  readFile,
  repeatedLines,
  template,
  writePart,
  writeFailedRows,
} from './import-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
function readOrThrow(file: Uint8Array): ImportFile {
  const read = readFile(file)
  if (typeof read === 'string') throw new Error(read)
  return read
}
const utf16 = (text: string) =>
  new Uint8Array([
    0xff,
    0xfe,
    ...Array.from(text).flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  ])

describe('a file', () => {
  test.each([
    ['that is damaged UTF-8', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('a,b\nJos'), 0xe9]), 'encoding'],
    ['in Shift JIS', new Uint8Array([...bytes('a,b\n'), 0x8e, 0x52, 0x93, 0x63, 0x8d]), 'encoding'],
    ['in UTF-16 without its mark', utf16('a,b\nc,d').slice(2), 'encoding'],
    ['without a row', bytes('a,b\n\n , \n'), 'empty'],
    ['with an open quote', bytes('a,b\n"c,d'), 'quote'],
    ['of a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'spreadsheet'],
    ['that is a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'binary'],
    ['that is a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]), 'binary'],
    ['that is a GIF', new Uint8Array([...bytes('GIF89a'), 1, 0, 1, 0, 0xf7]), 'binary'],
    ['that is a HEIC photo', new Uint8Array([0, 0, 0, 24, ...bytes('ftypheic'), 0xff]), 'binary'],
    ['that is a PDF', new Uint8Array([...bytes('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf]), 'binary'],
    ['that is a program', new Uint8Array([0x7f, ...bytes('ELF'), 2, 1, 1, 0, 0xff]), 'binary'],
    ['with a million columns', bytes(`${'a,'.repeat(1_000_000)}\nb`), 'columns'],
    ['with a value of four megabytes', bytes(`a,b\n${'c'.repeat(4_000_000)},d`), 'quote'],
    ['with a quote that never ends', bytes(`a,b\n"${'c,d\n'.repeat(100_000)}`), 'quote'],
    ['with a million rows', bytes(`a\n${'b\n'.repeat(limits.importFile.rows + 1)}`), 'rows'],
  ])('%s is refused', (_, file, problem) => {
    expect(readFile(file)).toBe(problem)
  })
  test.each([
    [
      'a,b\r\n"x ""y""\nz",2\r\n\r\n3,4',
      [
        { line: 2, cells: ['x "y"\nz', '2'] },
        { line: 5, cells: ['3', '4'] },
      ],
    ],
    ['a;b\n1,5;2', [{ line: 2, cells: ['1,5', '2'] }]],
    ['a\tb\r1\t2\r', [{ line: 2, cells: ['1', '2'] }]],
    ['sep=;\r\na;b\r\n1,5;2', [{ line: 3, cells: ['1,5', '2'] }]],
    ['"sep=,"\na,b\n1;5,2', [{ line: 3, cells: ['1;5', '2'] }]],
    ['\n;;;\n \na;b\n1,5;2', [{ line: 5, cells: ['1,5', '2'] }]],
    ['a|b\n1,5|2', [{ line: 2, cells: ['1,5', '2'] }]],
    ['a|b\n1|"2 | 3"', [{ line: 2, cells: ['1', '2 | 3'] }]],
    ['a,b\n1,2 | 3', [{ line: 2, cells: ['1', '2 | 3'] }]],
    ['version:v1.0\na,b\n1,2', [{ line: 3, cells: ['1', '2'] }]],
    ['"version:v1.0";;\r\na;b\r\n1,5;2', [{ line: 3, cells: ['1,5', '2'] }]],
  ])('%j has its rows with their lines', (text, rows) => {
    expect(readFile(bytes(text))).toEqual({ columns: ['a', 'b'], rows })
    expect(readFile(utf16(text))).toEqual({ columns: ['a', 'b'], rows })
  })
})

test('a file that is no UTF-8 is read as windows-1252, and sent as UTF-8', async () => {
  const file = readFile(
    new Uint8Array([...bytes('first_name,last_name\nJos'), 0xe9, ...bytes(',O'), 0x92, 0x80]),
  )
  if (typeof file === 'string') throw new Error(file)
  expect(file.rows).toEqual([{ line: 2, cells: ['José', 'O’€'] }])
  expect(await writePart(file.rows, { first_name: 0, last_name: 1 }).text()).toContain('"José","O’€"')
})

test('a heading in quotes may have the signs of other separators', () => {
  expect(readFile(bytes('"a | b | c | d",e\n1,2'))).toEqual({
    columns: ['a | b | c | d', 'e'],
    rows: [{ line: 2, cells: ['1', '2'] }],
  })
})

describe('empty lines count as no rows', () => {
  const { rows: most } = limits.importFile
  const file = (count: number, between: string) =>
    bytes(`a,b\n${Array.from({ length: count }, (_, at) => `${at},x`).join(between)}`)
  test.each([
    ['an empty line', '\n\n', 2],
    ['doubled line ends', '\r\r\n', 2],
    ['two lines of commas', '\n,,,\n , \n', 3],
  ])('with %s between the rows', (_, between, step) => {
    const read = readFile(file(most, between))
    if (typeof read === 'string') throw new Error(read)
    expect(read.rows).toHaveLength(most)
    expect(read.rows.at(-1)).toEqual({ line: 2 + (most - 1) * step, cells: [String(most - 1), 'x'] })
    expect(readFile(file(most + 1, between))).toBe('rows')
  })
  test('many of them before the last row', () => {
    expect(readFile(bytes(`a,b\n1,2\n${',\n'.repeat(most * 2)}3,4`))).toMatchObject({
      rows: [{ line: 2 }, { line: 3 + most * 2, cells: ['3', '4'] }],
    })
  })
})

test('names of any alphabet stay as they are, and two columns may have one name', () => {
  const names = ['محمد', '山田', 'Núñez']
  expect(readFile(bytes(`a,a,b\n${names.join()}`))).toEqual({
    columns: ['a', 'a', 'b'],
    rows: [{ line: 2, cells: names }],
  })
})

test('columns are guessed by their names, in English and Spanish', () => {
  expect(guessMapping(['Apellidos', 'Given name', 'E-Mail', 'Móvil', 'Shoe size'])).toEqual({
    mapping: { last_name: 0, first_name: 1, email: 2, mobile: 3 },
    doubled: {},
  })
  expect(missingColumns(guessMapping(['Name', 'email']).mapping)).toEqual(['first_name', 'last_name'])
})

test.each([
  ['First Name [Required]', 'first_name'],
  ['First Name (required)', 'first_name'],
  ['*First Name', 'first_name'],
  ['First name [givenName]', 'first_name'],
  ['Nombre (obligatorio)', 'first_name'],
  ['Last name [surname]', 'last_name'],
  ['Last Name *', 'last_name'],
  ['User name [userPrincipalName] Required', 'email'],
  ['Email Address [Required]', 'email'],
  ['Mobile phone [mobile]', 'mobile'],
  ['Mobile (optional)', 'mobile'],
  ['Employee ID', 'employee_number'],
  ['Name [displayName] Required', undefined],
  ['Office phone [telephoneNumber]', undefined],
  ['Initial password [passwordProfile] Required', undefined],
])('the heading %j is %s', (heading, column) => {
  expect(guessMapping([heading]).mapping).toEqual(column ? { [column]: 0 } : {})
})

test('a better name of a column goes before others', () => {
  const columns = ['userPrincipalName', 'telephone', 'givenName', 'mail', 'mobilePhone']
  expect(guessMapping(columns)).toEqual({ mapping: { first_name: 2, email: 3, mobile: 4 }, doubled: {} })
})

test('a column that is there twice is not guessed, and it is known where it stands', () => {
  expect(
    guessMapping(['Email', 'Surname', 'first_name', 'e-mail', 'EMAIL', 'apellido', 'phone', 'mobile']),
  ).toEqual({
    mapping: { first_name: 2, mobile: 7 },
    doubled: { email: [0, 4], last_name: [1, 5] },
  })
})

test('a part has the names of our columns, and the template is one', async () => {
  const file = readFile(bytes('mail,surname,x,firstname\na@b.example,"O""Hara, Ana",9,Ana'))
  if (typeof file === 'string') throw new Error(file)
  expect(await writePart(file.rows, guessMapping(file.columns).mapping).text()).toBe(
    'first_name,last_name,email\r\n"Ana","O""Hara, Ana","a@b.example"',
  )
  const filled = readFile(bytes(template))
  if (typeof filled === 'string') throw new Error(filled)
  expect(Object.keys(guessMapping(filled.columns).mapping)).toHaveLength(filled.columns.length)
})

test('rows that failed come back in with all of their values, and the latest reason', async () => {
  const failed = async (file: ImportFile, reasons: [number, string][]) => {
    const blob = writeFailedRows(file, new Map(reasons))
    return { text: await blob.text(), file: readOrThrow(new Uint8Array(await blob.arrayBuffer())) }
  }
  const file = readOrThrow(
    bytes(
      'Given name;Surname;Email;Shoe size\nAna;Silva;ana@;38\nZoë;Zorn;z@b.example;40\n=1+1;"O ""H""";c@b.example;;x',
    ),
  )
  const first = await failed(file, [
    [2, 'Email “ana@”: no'],
    [4, 'Too many, values'],
  ])
  expect(first.text.replace(/^\ufeff/, '').split('\r\n')).toEqual([
    '"reason","Given name","Surname","Email","Shoe size"',
    '"Email “ana@”: no","Ana","Silva","ana@","38"',
    '"Too many, values","\'=1+1","O ""H""","c@b.example","","x"',
  ])
  expect(guessMapping(first.file.columns)).toEqual({
    mapping: { first_name: 1, last_name: 2, email: 3 },
    doubled: {},
  })
  const second = await failed(first.file, [[2, 'still wrong']])
  expect(second.file).toEqual({
    columns: ['reason', 'Given name', 'Surname', 'Email', 'Shoe size'],
    rows: [{ line: 2, cells: ['still wrong', 'Ana', 'Silva', 'ana@', '38'] }],
  })
})

test('a line that repeats an email or a number is known', () => {
  const rows = [
    ['a@b.example', '1'],
    ['A@B.example', ''],
    ['c@b.example', ' １\u200b'],
    ['', ''],
  ].map((cells, at) => ({ line: at + 2, cells }))
  expect([...repeatedLines(rows, { email: 0, employee_number: 1 })]).toEqual([
    [3, ['email']],
    [4, ['employee_number']],
  ])
})
