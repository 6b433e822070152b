import { testPersonalFields } from './personal-fields.ts'

testPersonalFields({ filtered: 0, isFull: false })
