import { expect, it } from 'vitest'
import { withoutUnusedTokens } from './inline-head-plugin.ts'

it.each([
  ['a token that a rule uses', ':root{--text:#111}p{color:var(--text)}', ''],
  ['a token that another file uses, with a fallback', ':root{--text:#111}', 'i{color:var(--text,red)}'],
  ['a property', 'p{color:red;margin:0}', ''],
])('keeps %s', (_, styles, others) => {
  expect(withoutUnusedTokens(styles, others)).toBe(styles)
})

it.each([
  [':root{--text:#111;--chart-1:#222;--radius:4px}', ':root{--text:#111;--radius:4px}'],
  [':root{--chart-1:#222;--text:#111;--radius:4px}', ':root{--text:#111;--radius:4px}'],
  [':root{--text:#111;--radius:4px;--chart-1:#222}', ':root{--text:#111;--radius:4px;}'],
  [':root{--chart-1:#222;--chart-2:#333;--text:#111}b{--radius:1}', ':root{--text:#111}b{--radius:1}'],
])('leaves unused tokens out of %s', (styles, rest) => {
  expect(withoutUnusedTokens(styles, 'p{color:var(--text);border-radius:var(--radius)}')).toBe(rest)
})
