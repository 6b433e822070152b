import { expect, test } from 'vitest'
import { removeSummaries } from './endpoint-summaries.ts'

const table: [string, string, string][] = [
  [
    'a line of its own',
    "{\n  path: '/a',\n  summary: 'The a.',\n  access: 'x',\n}",
    "{\n  path: '/a',\n  \n  access: 'x',\n}",
  ],
  ['beside others', "{ path: '/a', summary: 'The a.', access: 'x' }", "{ path: '/a',  access: 'x' }"],
  ['the last without a comma', "{ path: '/a', summary: 'The a.' }", "{ path: '/a',  }"],
  ['on the next line', "{\n  summary:\n    'The a.',\n  access: 'x',\n}", "{\n  \n\n  access: 'x',\n}"],
  ['quotes within', '{ summary: "Its owner\'s `a`, \\"b\\".", path }', '{  path }'],
  ['a template', '{ summary: `Its\n"a", \'b\'.`, path }', '{ \n path }'],
  ['one that is computed stays', '{ summary: `The ${name}.`, path }', '{ summary: `The ${name}.`, path }'],
  ['one that is passed on stays', '{ summary, path }', '{ summary, path }'],
  ['a type stays', 'interface A { summary: string }', 'interface A { summary: string }'],
  ['another name stays', "{ error_summary: 'a', path }", "{ error_summary: 'a', path }"],
]

test.each(table)('%s', (_what, code, rest) => {
  expect(removeSummaries(code)).toBe(rest)
})
