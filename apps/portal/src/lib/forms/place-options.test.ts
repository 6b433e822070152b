import { expect, test, vi } from 'vitest'
import { ownRegion } from './place-options.ts'

test.each([
  ['en-AU', 'AU'],
  ['es', 'ES'],
  ['en-AQ', undefined],
  ['en-US@posix', undefined],
  ['', undefined],
  [undefined, undefined],
])('the language %s is of the country %s', (language, region) => {
  vi.stubGlobal('navigator', { language })
  expect(ownRegion()).toBe(region)
})
