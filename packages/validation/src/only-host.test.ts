import { expect, test } from 'vitest'
import { onlyHost } from './only-host.ts'

const [ada, adam, bo] = ['Ada Lindqvist', 'Ada Lindqvist-Moreau', 'Bo Lind'].map((name) => ({
  name,
  ref: name,
}))
const all = (...people: (typeof ada)[]) => people.flatMap((person) => (person ? [person] : []))

test.each([
  ['Ada Lindqvist', all(ada), ada],
  ['  ada   LINDQVIST ', all(ada), ada],
  ['Ada Lind', all(ada), undefined],
  ['Ada Lindqvist', all(ada, adam), undefined],
  ['Ada Lindqvist', all(ada, ada), undefined],
  ['Ada Lindqvist', all(bo), undefined],
  ['Ada Lindqvist', [], undefined],
])('%s in a list of %j', (typed, people, expected) => {
  expect(onlyHost(typed, people)).toBe(expected)
})
