import { roles } from '../../canaries.ts'
import { testIsolation } from '../../isolation.ts'

testIsolation({ samples: 12, values: 20, askers: roles, mixed: 1000, isFull: true })
