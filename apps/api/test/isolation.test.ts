import { testIsolation } from './isolation.ts'

testIsolation({ samples: 1, values: 1, askers: ['Staff', 'admin'], mixed: 52, isFull: false })
