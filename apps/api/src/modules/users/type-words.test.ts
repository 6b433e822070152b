import { fieldSentences } from '@gatehouse/validation/field-codes'
import { accountTypes } from '@gatehouse/validation/vocabulary'
import { expect, test } from 'vitest'

test.each(accountTypes)('whoever writes an unknown account type is told of %s', (type) => {
  expect(fieldSentences.type_unknown).toContain(type)
})
