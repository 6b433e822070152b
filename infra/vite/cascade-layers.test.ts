import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flattenLayers, layerOrder } from './cascade-layers.ts'

const table: [string, string, string][] = [
  ['a block loses its wrapping', '@layer ui{.a{top:0}}', '.a{top:0}'],
  ['the statement of the order goes', '@layer reset, tokens, ui, app;@layer ui{.a{top:0}}', '.a{top:0}'],
  ['later layers come later', '@layer app{.b{top:1px}}@layer ui{.a{top:0}}', '.a{top:0}.b{top:1px}'],
  [
    'blocks of one layer keep their order',
    '@layer ui{.a{}}@layer tokens{.t{}}@layer ui{.b{}}',
    '.t{}.a{}.b{}',
  ],
  ['rules in no layer win, so they are last', '.x{top:0}@layer app{.a{top:1px}}', '.a{top:1px}.x{top:0}'],
  ['rules inside rules stay', '@layer ui{@media print{.a{top:0}}.b{}}', '@media print{.a{top:0}}.b{}'],
  [
    'braces in strings are not braces',
    `@layer ui{.a{content:"}"}.b{content:'\\'{'}}`,
    `.a{content:"}"}.b{content:'\\'{'}`,
  ],
  ['braces in comments are not braces', '@layer ui{/* } */.a{}}.x{}', '/* } */.a{}.x{}'],
]

test.each(table)('%s', (_what, layered, flat) => {
  expect(flattenLayers(layered)).toBe(flat)
})

test('a layer that was not declared is a mistake', () => {
  expect(() => flattenLayers('@layer utilities{.a{}}')).toThrow('utilities')
})

test('an open block is a mistake', () => {
  expect(() => flattenLayers('@layer ui{.a{}')).toThrow('not closed')
})

test('the order is the one that the design system declares', () => {
  const declared = readFileSync(new URL('../../packages/ui/src/layers.css', import.meta.url), 'utf8')
  expect(/^@layer ([^;{]+);$/m.exec(declared)?.[1]?.split(', ')).toEqual(layerOrder)
})
