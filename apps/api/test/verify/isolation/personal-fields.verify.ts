import { testPersonalFields } from '../../personal-fields.ts'

testPersonalFields({ filtered: 5, isFull: true })
